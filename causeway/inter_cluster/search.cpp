/// Search: improves the best heuristic's schedule until its effort is used up; few clusters are solved exactly.
///
/// See threshold_accepting.hpp for how, timed_tree.hpp for why changing trees is enough. On grids of 50 clusters
/// (Steffenel's Table 3, sequential) some 4000 schedules are tried in a millisecond.
///
/// Source: ours; threshold accepting is of Dueck and Scheuer, 1990.
#include "causeway/inter_cluster/exact_within_effort.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/inter_cluster/threshold_accepting.hpp"

#include <algorithm>
#include <utility>

namespace causeway::inter_cluster {

namespace {

/// So many clusters branch and bound solves faster than a search would end.
constexpr int kExact = 16;

Answer improve_search(const ClusterProblem& problem, const OrderEffort& effort) {
    const ReachablePart part = reachable_part(problem);
    if (part.problem.size() <= kExact) {
        OrderEffort half = effort;
        half.steps = effort.steps / 2;
        OrderEffort first_half = half;
        if (effort.time_used) {
            first_half.time_used = [&effort] { return 2.0 * effort.time_used(); };
        }
        Answer exact = exact_within_effort(part.problem, first_half);
        if (!exact.stopped_early) {
            return in_whole(part, std::move(exact));
        }
        Answer answer = improved(part.problem, exact.sends, half);
        answer.lower_bound = std::max(answer.lower_bound, exact.lower_bound);
        answer.steps += exact.steps;
        return in_whole(part, std::move(answer));
    }
    return in_whole(part, improved(part.problem, best_constructed(part.problem, effort), effort));
}

std::vector<Send> order_search(const ClusterProblem& problem) {
    return improve_search(problem, OrderEffort{}).sends;
}

}  // namespace

extern constexpr Heuristic search{
    .name = "search",
    .summary = "improves the best heuristic's schedule step by step, for any number of clusters",
    .source = "threshold accepting (Dueck, Scheuer) on the model of Steffenel, section 4.5",
    .order = order_search,
    .improve = improve_search,
};

}  // namespace causeway::inter_cluster
