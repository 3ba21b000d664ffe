#include "causeway/planner/library_time.hpp"

#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/prediction.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace causeway::planner {

namespace {

using scheme::Operation;
using scheme::Scheme;

/// What a library's algorithm cuts data into that all processes have alike.
constexpr Bytes kSegment{64 << 10};

Bytes block_of(const Scheme& scheme, int processes, Bytes message) {
    if (scheme::has_owned_blocks(scheme.operation)) {
        return message;
    }
    return scheme.divides ? base::part_of(message, processes) : std::min(message, kSegment);
}

}  // namespace

Seconds library_time(const Task& task) {
    const platform::Placement& placement = task.placement;
    const Operation operation = task.request.operation;
    const int root = task.request.root;
    if (operation == Operation::kBroadcast) {
        return flat_estimate(placement, root, task.request.message, task.model);
    }
    CollectiveTimes times(task.platform, placement);
    // In the rounds of a barrier everybody hears of more and more others: as in an allgather of nothing.
    const bool is_barrier = operation == Operation::kBarrier;
    const Operation like = is_barrier ? Operation::kAllgather : operation;
    const Bytes message = is_barrier ? Bytes(0) : task.request.message;
    const Bytes data = scheme::has_owned_blocks(like) ? placement.num_processes() * message : message;
    Seconds least = Seconds::infinity();
    for (const Scheme* scheme : scheme::schemes_of(like)) {
        if (!scheme->library || data < scheme->library->least || data > scheme->library->most) {
            continue;
        }
        plan::Plan plan;
        plan.operation = like;
        plan.scheme = scheme;
        plan.root = scheme::is_rooted(like) ? root : 0;
        plan.message = message;
        plan.block = block_of(*scheme, placement.num_processes(), message);
        plan.is_by_rank = true;
        if (const std::optional<Seconds> time = times.simulated(plan)) {
            least = std::min(least, *time);
        }
    }
    return least;
}

}  // namespace causeway::planner
