#include "causeway/inter_cluster/exact_within_effort.hpp"

#include "causeway/inter_cluster/branch_and_bound.hpp"
#include "causeway/inter_cluster/threshold_accepting.hpp"

#include <algorithm>

namespace causeway::inter_cluster {

Answer exact_within_effort(const ClusterProblem& problem, const OrderEffort& effort) {
    // The better the start, the more branches are cut off at once.
    constexpr std::int64_t kStartingStepsPerCluster = 200;
    OrderEffort start_effort = effort;
    start_effort.steps = std::min(effort.steps, kStartingStepsPerCluster * problem.size());
    Answer start = improved(problem, best_constructed(problem, effort), start_effort);
    if (!start.stopped_early) {
        return start;  // no longer than its bound, or there is no choice
    }
    return branch_and_bound(problem, start.sends, effort);
}

Answer in_whole(const ReachablePart& part, Answer answer) {
    for (Send& send : answer.sends) {
        send.from = part.members[static_cast<std::size_t>(send.from)];
        send.to = part.members[static_cast<std::size_t>(send.to)];
    }
    return answer;
}

}  // namespace causeway::inter_cluster
