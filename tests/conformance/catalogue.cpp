#include "tests/conformance/catalogue.hpp"

#include <algorithm>
#include <cstdlib>

namespace conformance {

namespace {

/// Of a buffer: with both libraries' buffers, and all processes on one machine, it must stay small.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 18U;
/// Of ints, for which the MPI libraries choose other algorithms beyond a megabyte.
constexpr std::int64_t kMostBytesOfPlain = std::int64_t{3} << 19U;
constexpr int kMostRootsTried = 5;

/// The ways in which the same operands may be handed to a collective.
struct Ways {
    std::vector<Form> forms;
    std::vector<bool> in_place;
    std::vector<Flat> flat;
};

Ways ways_of(const Collective& collective, const Operands& operands) {
    Ways ways{forms_of(collective), {false}, {Flat::kNobody}};
    if (collective.in_place != InPlace::kNever) {
        ways.in_place.push_back(true);
    }
    if (collective.moves_data && !collective.reduces && operands.flat_datatype != nullptr &&
        !operands.datatype->is_predefined()) {
        ways.flat = {Flat::kNobody, Flat::kSenders, Flat::kReceivers};
    }
    return ways;
}

std::uint64_t num_cases(const Catalogue& catalogue, const Collective& collective,
                        const std::vector<Communicator>& communicators) {
    std::uint64_t sum = 0;
    for (const Operands& operands : catalogue.operands_of(collective)) {
        const Ways ways = ways_of(collective, operands);
        const int size = communicators.front().size;
        sum += ways.forms.size() * ways.in_place.size() * ways.flat.size() * communicators.size() *
               roots_of(collective, size).size() * counts_of(collective, *operands.datatype, size).size();
    }
    return sum;
}

/// How much likelier than others a case is to be selected: the plainest are what programs call, and the order of the
/// ranks shows only with few operators.
std::uint64_t weight_of(const Case& c) {
    constexpr std::uint64_t kPlain = 12;
    constexpr std::uint64_t kUserDefined = 4;
    if (c.combination != nullptr && !c.combination->kind().is_predefined) {
        return kUserDefined;
    }
    const bool is_plain = c.datatype->kind().name == "plain_int" && c.communicator->comm == MPI_COMM_WORLD &&
                          (c.combination == nullptr || c.combination->kind().name == "sum");
    return is_plain ? kPlain : 1;
}

}  // namespace

Catalogue::Catalogue() {
    for (const DatatypeKind* kind : all_datatype_kinds()) {
        datatypes_.push_back(std::make_unique<Datatype>(*kind));
    }
    for (const OperatorKind* kind : all_operator_kinds()) {
        operators_.push_back(std::make_unique<Operator>(*kind));
    }
    for (const auto& datatype : datatypes_) {
        const auto is_basic_of_it = [&](const auto& other) {
            return other->is_predefined() && other->places().front().basic == datatype->places().front().basic;
        };
        const auto basic = std::find_if(datatypes_.begin(), datatypes_.end(), is_basic_of_it);
        const bool has_flat = datatype->is_uniform() && basic != datatypes_.end();
        moving_.push_back({datatype.get(), has_flat ? basic->get() : nullptr, nullptr});
        for (const auto& combination : operators_) {
            if (combination->kind().takes(*datatype)) {
                combining_.push_back({datatype.get(), nullptr, combination.get()});
            }
        }
    }
    nothing_.push_back(moving_.front());
}

const std::vector<Operands>& Catalogue::operands_of(const Collective& collective) const {
    return !collective.moves_data ? nothing_ : collective.reduces ? combining_ : moving_;
}

std::vector<int> roots_of(const Collective& collective, int size) {
    if (!collective.has_root) {
        return {0};
    }
    if (size > kMostRootsTried) {
        return {0, size / 2, size - 1};
    }
    std::vector<int> roots;
    for (int root = 0; root < size; ++root) {
        roots.push_back(root);
    }
    return roots;
}

std::vector<int> counts_of(const Collective& collective, const Datatype& datatype, int size) {
    if (!collective.moves_data) {
        return {0};
    }
    constexpr std::int64_t kLarge = 400009;
    const std::int64_t bytes = std::max<std::int64_t>(std::abs(datatype.extent()), 1) * size;
    const std::int64_t most = datatype.kind().name == "plain_int" ? kMostBytesOfPlain : kMostBytes;
    return {0, 1, 2, 97, static_cast<int>(std::clamp<std::int64_t>(most / bytes, 98, kLarge))};
}

std::vector<Case> cases_of(const Catalogue& catalogue, const Collective& collective,
                           const std::vector<Communicator>& communicators, const Selection& selection) {
    const std::uint64_t all = num_cases(catalogue, collective, communicators);
    const bool takes_all = selection.most == 0 || selection.most >= all;
    std::vector<Case> chosen;
    for (const Communicator& communicator : communicators) {
        // Drawn by a sequence for each communicator: others may have more roots, and so more cases.
        std::uint64_t drawn = mixed(selection.seed);
        for (const Operands& operands : catalogue.operands_of(collective)) {
            const Ways ways = ways_of(collective, operands);
            for (const Form form : ways.forms) {
                if (std::find(selection.forms.begin(), selection.forms.end(), form) == selection.forms.end()) {
                    continue;
                }
                for (const bool in_place : ways.in_place) {
                    for (const Flat flat : ways.flat) {
                        for (const int root : roots_of(collective, communicator.size)) {
                            for (const int count : counts_of(collective, *operands.datatype, communicator.size)) {
                                drawn = mixed(drawn);
                                const Case c{&collective,
                                             form,
                                             operands.datatype,
                                             operands.flat_datatype,
                                             operands.combination,
                                             &communicator,
                                             root,
                                             count,
                                             in_place,
                                             flat,
                                             drawn};
                                const std::uint64_t chances = selection.most * weight_of(c);
                                if (takes_all || drawn % all < chances) {
                                    chosen.push_back(c);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    return chosen;
}

}  // namespace conformance
