#include "causeway/calls/neighbour_exchange.hpp"

#include "causeway/calls/parts.hpp"
#include "causeway/mpi/owned_blocks.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace causeway::calls {

namespace {

/// Of a message, whose size is an int.
constexpr Bytes kLongestMessage{std::int64_t{1} << 30U};

/// A part of the program's buffers that leaves or comes as blocks of the plan.
struct PlannedPart {
    int first_block = 0;
    mpi::BufferDescription buffer;
};

/// What this process has to do with the blocks of a plan.
struct OwnParts {
    std::vector<PlannedPart> leaving;
    std::vector<PlannedPart> coming;
};

/// The blocks of one call as this process numbers them: those alone that it has to do with, each of them cut as the
/// plan cuts it where all parts are alike, else as its size asks for.
class OwnNumbering {
public:
    OwnNumbering(const Execution& execution, int num_parts, const OwnParts& parts) : num_parts_(num_parts) {
        execution.for_own_actions([&](const schedule::Action& action) {
            actions_.push_back(action);
            for (int b = action.blocks.first; b < action.blocks.end(); ++b) {
                pieces_.emplace(b / num_parts, std::vector<Bytes>());
            }
        });
        for (const std::vector<PlannedPart>* const side : {&parts.leaving, &parts.coming}) {
            for (const PlannedPart& part : *side) {
                pieces_[part.first_block / num_parts] = cut(size_of(part.buffer), execution.block, num_parts > 1);
            }
        }
        for (auto& [unit, pieces] : pieces_) {
            if (pieces.empty() && execution.is_relayed) {  // passed on, as large as any other
                pieces = {execution.block};
            }
            first_.emplace(unit, static_cast<int>(sizes_.starts.size()));
            for (const Bytes piece : pieces) {
                sizes_.starts.push_back(sizes_.total);
                sizes_.total = sizes_.total + piece;
            }
        }
        num_blocks_ = static_cast<int>(sizes_.starts.size());
        sizes_.starts.push_back(sizes_.total);
    }

    [[nodiscard]] const schedule::BlockSizes& sizes() const { return sizes_; }
    [[nodiscard]] int num_blocks() const { return num_blocks_; }

    /// Of what a part of the program's buffers is.
    [[nodiscard]] schedule::BlockRange blocks_of(const PlannedPart& part) const {
        const int unit = part.first_block / num_parts_;
        return {first_.at(unit), static_cast<int>(pieces_.at(unit).size())};
    }

    /// The plan's program: of what it cuts, all pieces follow the first; where there is nothing, there is no message.
    [[nodiscard]] schedule::Program program() const {
        schedule::Section section;
        for (schedule::Action action : actions_) {
            if (action.blocks.first % num_parts_ != 0) {
                continue;
            }
            const int first_unit = action.blocks.first / num_parts_;
            const int last_unit = (action.blocks.end() - 1) / num_parts_;
            const int first = first_.at(first_unit);
            const int count = first_.at(last_unit) + static_cast<int>(pieces_.at(last_unit).size()) - first;
            if (first_unit < last_unit) {
                action.blocks = {first, count};
                section.body.push_back(action);
                continue;
            }
            for (int piece = 0; piece < count; ++piece) {
                action.blocks = {first + piece, 1};
                section.body.push_back(action);
            }
        }
        return {{std::move(section)}};
    }

private:
    static std::vector<Bytes> cut(Bytes size, Bytes block, bool is_cut) {
        const Bytes most = is_cut ? std::min(block, kLongestMessage) : kLongestMessage;
        std::vector<Bytes> pieces;
        for (Bytes done; done < size; done = done + pieces.back()) {
            pieces.push_back(std::min(most, size - done));
        }
        return pieces;
    }

    int num_parts_;
    std::vector<schedule::Action> actions_;
    std::map<int, std::vector<Bytes>> pieces_;  ///< of each unit, what is not cut in the plan's numbering
    std::map<int, int> first_;                  ///< of its blocks
    schedule::BlockSizes sizes_;
    int num_blocks_ = 0;
};

Work work_on(const Execution& execution, int num_parts, const OwnParts& parts) {
    const OwnNumbering numbering(execution, num_parts, parts);
    auto data = std::make_unique<mpi::OwnedBlocks>(numbering.sizes(), schedule::BlockRange{0, numbering.num_blocks()},
                                                   execution.scratch);
    for (const PlannedPart& part : parts.leaving) {
        if (const schedule::BlockRange blocks = numbering.blocks_of(part); blocks.count > 0) {
            data->put(blocks, part.buffer);
        }
    }
    for (const PlannedPart& part : parts.coming) {
        if (const schedule::BlockRange blocks = numbering.blocks_of(part); blocks.count > 0) {
            data->expect(blocks, part.buffer);
        }
    }
    return {.data = std::move(data),
            .program = std::make_shared<schedule::Program>(numbering.program()),
            .num_blocks = std::max(1, numbering.num_blocks())};
}

}  // namespace

std::optional<Asked> asked_among_neighbours(const CommunicatorState& state, scheme::Operation operation,
                                            const Neighbours& neighbours, const mpi::BufferDescription& leaving,
                                            const mpi::BufferDescription& coming) {
    if (!neighbours.are_joined) {
        return asked_of_uneven_neighbours(state, operation, neighbours, [&](int /*place*/) { return leaving; });
    }
    return neighbours.num_destinations > 0 ? asked_of_part(1, 0, leaving.count, leaving.datatype)
                                           : asked_of_part(1, 0, coming.count, coming.datatype);
}

Asked asked_of_uneven_neighbours(const CommunicatorState& state, scheme::Operation operation,
                                 const Neighbours& neighbours, const PartAtPlace& leaving) {
    Bytes all;
    for (int place = 0; place < neighbours.num_destinations; ++place) {
        all = all + size_of(leaving(place));
    }
    return {.message = state.usual_parts.at(operation).size(),
            .form = Form::kUneven,
            .may_be_relayed = false,
            .own_part = Bytes(all.value() / std::max(1, neighbours.num_destinations))};
}

std::vector<mpi::BufferDescription> parts_at(int num_places, const PartAtPlace& part) {
    std::vector<mpi::BufferDescription> parts;
    for (int place = 0; place < num_places; ++place) {
        parts.push_back(part(place));
    }
    return parts;
}

Work gather_from_neighbours(const Execution& execution, const Neighbours& neighbours, const mpi::BufferDescription& own,
                            const PartAtPlace& coming) {
    const std::vector<schedule::BlockRange>& of_process = execution.built.of_process;
    OwnParts parts;
    int num_parts = 1;
    for (const schedule::BlockRange blocks : of_process) {
        num_parts = std::max(num_parts, blocks.count);
    }
    const schedule::BlockRange blocks_of_own = of_process[static_cast<std::size_t>(execution.rank)];
    if (blocks_of_own.count > 0) {
        parts.leaving.push_back({blocks_of_own.first, own});
    }
    std::map<int, mpi::BufferDescription> first_from;                              // by rank
    std::vector<std::pair<mpi::BufferDescription, mpi::BufferDescription>> again;  // what is there, and where else
    const std::vector<Source>& sources = neighbours.sources(AlongEdges::kAlltoall);
    for (std::size_t place = 0; place < sources.size(); ++place) {
        const int from = sources[place].from;
        if (from < 0) {
            continue;
        }
        const mpi::BufferDescription part = coming(static_cast<int>(place));
        if (from == execution.rank) {
            copy(own, part);
        } else if (const auto [first, is_new] = first_from.emplace(from, part); is_new) {
            parts.coming.push_back({of_process[static_cast<std::size_t>(from)].first, part});
        } else {
            again.emplace_back(first->second, part);
        }
    }
    Work work = work_on(execution, num_parts, parts);
    if (!again.empty()) {
        work.end = [again = std::move(again)] {
            for (const auto& [there, also] : again) {
                copy(there, also);
            }
        };
    }
    return work;
}

Work exchange_with_neighbours(const Execution& execution, const Neighbours& neighbours,
                              const std::vector<Source>& sources, const PartAtPlace& leaving,
                              const PartAtPlace& coming) {
    const scheme::Exchanges& exchanges = execution.built.exchanges;
    const int num_parts = exchanges.num_parts();
    // The blocks of the edges that lead from here and to here, [edge of the process that it leads from].
    const scheme::Receivers& receivers = neighbours.all.known();
    OwnParts parts;
    std::map<std::pair<int, int>, int> seen;         // from and to: how many of their edges
    std::map<std::pair<int, int>, int> block_along;  // from and which of its edges: the first block
    const auto edge_of = [&](int from, int to) {
        const std::vector<int>& of_one = receivers[static_cast<std::size_t>(from)];
        int left = seen[{from, to}]++;
        std::size_t edge = 0;
        while (of_one[edge] != to || left-- > 0) {
            ++edge;
        }
        return static_cast<int>(edge);
    };
    for (int b = 0; b < exchanges.size(); b += num_parts) {
        const scheme::Exchange exchange = exchanges[b];
        if (exchange.from == execution.rank) {
            const int edge = edge_of(exchange.from, exchange.to);
            parts.leaving.push_back({b, leaving(neighbours.places[static_cast<std::size_t>(edge)])});
        } else if (exchange.to == execution.rank) {
            block_along[{exchange.from, edge_of(exchange.from, exchange.to)}] = b;
        }
    }
    for (std::size_t place = 0; place < sources.size(); ++place) {
        const Source& source = sources[place];
        if (source.from < 0) {
            continue;
        }
        const mpi::BufferDescription part = coming(static_cast<int>(place));
        if (source.from == execution.rank) {
            copy(leaving(source.along), part);
        } else {
            parts.coming.push_back({block_along.at({source.from, source.along}), part});
        }
    }
    return work_on(execution, num_parts, parts);
}

}  // namespace causeway::calls
