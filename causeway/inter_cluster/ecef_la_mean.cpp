/// ECEF with Bhat's second look-ahead: a receiver with good links on the average is preferred.
///
///     score(i, j) = RT_i + g_ij + L_ij + F_j
///     F_j = mean over k in B\{j} of (g_jk + L_jk)
///
/// Source: Bhat, Raghavendra, Prasanna; Steffenel, section 5.4.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_ecef_la_mean(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to);
}

std::vector<Send> order_ecef_la_mean(const ClusterProblem& problem) {
    return greedy(problem, {.edge = edge_ecef_la_mean, .ready_time_counts = true, .look_ahead = mean_transfer});
}

}  // namespace

extern constexpr Heuristic ecef_la_mean{
    .name = "ecef-la-mean",
    .summary = "ECEF; looks ahead to the mean of the receiver's transfers",
    .source = "Bhat et al.; Steffenel, section 5.4",
    .order = order_ecef_la_mean,
};

}  // namespace causeway::inter_cluster
