/// The optimum: branch and bound over all schedules, from what a short search finds.
///
/// Up to 16 clusters it is usually proven within milliseconds; with more, or with very uniform links, it may stop
/// early, with the best schedule found and a bound on the best there could be. See branch_and_bound.hpp.
///
/// Source: ours; times and completion of Steffenel, section 4.5.
#include "causeway/inter_cluster/exact_within_effort.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

constexpr int kMostClusters = 16;

Answer improve_optimal(const ClusterProblem& problem, const OrderEffort& effort) {
    const ReachablePart part = reachable_part(problem);
    return in_whole(part, exact_within_effort(part.problem, effort));
}

std::vector<Send> order_optimal(const ClusterProblem& problem) {
    OrderEffort effort;
    if (problem.size() > kMostClusters) {
        // A step takes n^2 operations; the time is to stay the same.
        effort.steps = effort.steps * kMostClusters / problem.size() * kMostClusters / problem.size();
    }
    return improve_optimal(problem, effort).sends;
}

}  // namespace

extern constexpr Heuristic optimal{
    .name = "optimal",
    .summary = "the best schedule there is, proven, for up to 16 clusters",
    .source = "branch and bound on the model of Steffenel, section 4.5",
    .order = order_optimal,
    .improve = improve_optimal,
    .most_clusters = kMostClusters,
};

}  // namespace causeway::inter_cluster
