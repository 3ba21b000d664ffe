/// The MPI library's own collective: what it takes as measured, or by the fastest of the flat algorithms that it may
/// use.
///
/// Source: the decisions of Open MPI 4.1 (component tuned) and MPICH 4, taken together.
#include "causeway/planner/library.hpp"
#include "causeway/policy/choice.hpp"

#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/source/source.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace causeway::planner {

namespace {

using scheme::Operation;
using scheme::Scheme;

Bytes block_of(const Scheme& scheme, int processes, Bytes message) {
    if (scheme::has_owned_blocks(scheme.operation) || scheme.operation == Operation::kScan) {
        return message;
    }
    return scheme.divides ? base::part_of(message, processes) : std::min(message, policy::kSegmentOfLibrary);
}

/// Whether MPI libraries take the algorithm for data of the request's size.
bool is_used(const scheme::LibraryUse& use, const Request& request, int processes, Bytes message) {
    if (use.of && request.library && use.of != request.library) {
        return false;
    }
    const Operation operation = request.operation;
    const bool is_counted_together = scheme::has_owned_blocks(operation) && !scheme::has_blocks_of_pairs(operation) &&
                                     !scheme::is_among_neighbours(operation);  // see LibraryUse
    const Bytes data = is_counted_together ? processes * message : message;
    const bool is_power_of_two = std::has_single_bit(static_cast<unsigned>(processes));
    return data >= use.least && data <= use.most && (is_power_of_two || !use.only_powers_of_two);
}

}  // namespace

Seconds library_time(const Task& task) {
    const platform::Placement& placement = task.placement;
    const Operation operation = task.request.operation;
    const int root = task.request.root;
    if (operation == Operation::kBroadcast) {
        return flat_estimate(placement, root, task.request.message, task.model);
    }
    CollectiveTimes times(task.platform, placement, task.request.parts);
    const Bytes message = operation == Operation::kBarrier ? Bytes(0) : task.request.message;
    Seconds least = Seconds::infinity();
    for (const Scheme* scheme : scheme::schemes_of(operation)) {
        if (!scheme->library || !is_used(*scheme->library, task.request, placement.num_processes(), message)) {
            continue;
        }
        plan::Plan plan;
        plan.operation = operation;
        plan.scheme = scheme;
        plan.root = scheme::is_rooted(operation) ? root : 0;
        plan.message = message;
        plan.neighbourhood = task.request.neighbourhood;
        plan.block = block_of(*scheme, placement.num_processes(), message);
        plan.is_by_rank = true;
        if (const std::optional<Seconds> time = times.simulated(plan)) {
            least = std::min(least, *time);
        } else if (const std::optional<CollectiveTime> estimate = times.first_look(plan)) {
            least = std::min(least, estimate->seconds);
        }
    }
    return least;
}

Candidate untimed_library(const Request& request) {
    Candidate result;
    result.plan.operation = request.operation;
    result.plan.root = scheme::is_rooted(request.operation) ? request.root : 0;
    result.plan.message = request.message;
    result.plan.neighbourhood = request.neighbourhood;
    result.time = Seconds::infinity();
    result.basis = Basis::kSimulated;
    return result;
}

Candidate library_candidate(const Task& task) {
    const Request& request = task.request;
    Candidate result = untimed_library(request);
    if (request.measured_native) {
        result.time = *request.measured_native;
        result.basis = Basis::kMeasured;
    } else {
        result.time = library_time(task);
        result.basis = request.operation == Operation::kBroadcast ? Basis::kEstimated : Basis::kSimulated;
    }
    return result;
}

namespace {

void offer_library(Search& search, const Scheme* /*none*/) {
    search.offer_library(library_candidate(search.task()));
}

}  // namespace

extern constexpr Source library{
    .name = "library",
    .summary = "the MPI library's own, as measured or as the flat algorithms that it may use",
    .source = "Open MPI 4.1 and MPICH 4",
    .offer = offer_library,
};

}  // namespace causeway::planner
