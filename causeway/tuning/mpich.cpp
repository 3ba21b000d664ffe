/// MPICH's selection of algorithms: a tree of conditions in JSON, of which the first that hold are followed down to an
/// algorithm. A file stands in the place of MPICH's own, so this is that one, with branches for what was measured.
///
/// What was measured are built-in operators, buffers that are not in place and at least one element for each process:
/// anything else, and communicators of other sizes, goes the way of MPICH's own selection.
///
/// Source: MPICH, src/mpi/coll: coll_selection.json and csel.c.
#include "causeway/base/json_output.hpp"
#include "causeway/tuning/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace causeway::tuning {

namespace {

using base::JsonOutput;

/// Which conditions MPICH knows for a collective.
struct MpichCollective {
    std::string_view name;
    std::string_view size;  ///< the condition on the size; of all processes together where it is "total_msg_size"
    /// Holds for what was measured; the second: if not.
    std::string_view measured = {};
    std::string_view other = {};
    bool may_lack_elements = false;  ///< for each process
};

constexpr std::string_view kTotalSize = "total_msg_size";

constexpr std::array kMpichCollectives{
    MpichCollective{"allgather", kTotalSize},
    MpichCollective{"allreduce", "avg_msg_size", "is_op_built_in=yes", "is_op_built_in=no", true},
    MpichCollective{"alltoall", "avg_msg_size", "is_sendbuf_inplace=no", "is_sendbuf_inplace=yes"},
    MpichCollective{"barrier", ""},
    MpichCollective{"bcast", "avg_msg_size"},
    MpichCollective{"gather", kTotalSize},
    MpichCollective{"reduce", "avg_msg_size", "is_op_built_in=yes", "is_op_built_in=no", true},
    MpichCollective{"reduce_scatter_block", kTotalSize, "is_commutative=yes", "is_commutative=no"},
    MpichCollective{"scatter", kTotalSize},
};

const MpichCollective* find_mpich(std::string_view collective) {
    const auto* const found = std::find_if(kMpichCollectives.begin(), kMpichCollectives.end(),
                                           [&](const MpichCollective& one) { return one.name == collective; });
    return found == kMpichCollectives.end() ? nullptr : found;
}

JsonOutput algorithm_json(const Choice& choice, const JsonOutput& own) {
    if (choice.is_left_to_library()) {
        return own;
    }
    JsonOutput json = JsonOutput::object();
    json["algorithm=" + choice.name] = JsonOutput::object();
    return json;
}

JsonOutput sizes_json(const MpichCollective& collective, const ProcessesChoices& communicator, const JsonOutput& own) {
    const std::vector<SizeChoice>& sizes = communicator.sizes;
    const int parts = collective.size == kTotalSize ? communicator.processes : 1;
    if (sizes.size() == 1 || collective.size.empty()) {
        return algorithm_json(sizes.front().choice, own);
    }
    JsonOutput json = JsonOutput::object();
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        json[fmt::format("{}<{}", collective.size, parts * sizes[i + 1].from.value())] =
            algorithm_json(sizes[i].choice, own);
    }
    json[fmt::format("{}=any", collective.size)] = algorithm_json(sizes.back().choice, own);
    return json;
}

/// In the place of `own`, which MPICH has for the collective on intracommunicators.
JsonOutput collective_json(const MpichCollective& collective, const CollectiveChoices& choices, const JsonOutput& own) {
    JsonOutput json = JsonOutput::object();
    for (const ProcessesChoices& communicator : choices.communicators) {
        json[fmt::format("comm_size<{}", communicator.processes)] = own;
        json[fmt::format("comm_size<={}", communicator.processes)] = sizes_json(collective, communicator, own);
    }
    json["comm_size=any"] = own;
    if (collective.may_lack_elements) {
        JsonOutput guarded = JsonOutput::object();
        guarded["count<pow2"] = own;
        guarded["count=any"] = std::move(json);
        json = std::move(guarded);
    }
    if (!collective.measured.empty()) {
        JsonOutput guarded = JsonOutput::object();
        guarded[collective.measured] = std::move(json);
        guarded[collective.other] = own;
        json = std::move(guarded);
    }
    return json;
}

std::string file_mpich(std::span<const CollectiveChoices> choices, std::string_view own) {
    constexpr std::string_view kIntra = "comm_type=intra";
    JsonOutput selection = JsonOutput::parse(own);
    for (const CollectiveChoices& one : choices) {
        JsonOutput& of_collective = selection["collective=" + one.collective];
        JsonOutput& of_intra = of_collective[kIntra];
        if (of_intra.is_null()) {
            throw base::Error(fmt::format("MPICH's own selection has no '{}' for '{}'", kIntra, one.collective));
        }
        of_intra = collective_json(*find_mpich(one.collective), one, JsonOutput(of_intra));
    }
    return selection.dump(1) + "\n";
}

}  // namespace

extern constexpr Format mpich{
    .name = "mpich",
    .summary = "selection of algorithms in JSON",
    .source = "MPICH, MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE",
    .library = "MPICH",
    .usage = "mpiexec -genv MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE {} ./program",
    .takes = [](std::string_view collective) { return find_mpich(collective) != nullptr; },
    .file = file_mpich,
    .needs_own = true,
};

}  // namespace causeway::tuning
