/// ECEF with Bhat's third look-ahead: the mean of all links that would then lead to clusters that wait.
///
///     score(i, j) = RT_i + g_ij + L_ij + F_j
///     F_j = mean over i in A and j, k in B\{j} of (g_ik + L_ik)
///
/// Source: Bhat, Raghavendra, Prasanna; Steffenel, section 5.4.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_ecef_la_mean_cut(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to);
}

std::vector<Send> order_ecef_la_mean_cut(const ClusterProblem& problem) {
    return greedy(problem,
                  {.edge = edge_ecef_la_mean_cut, .ready_time_counts = true, .look_ahead = mean_transfer_over_cut});
}

}  // namespace

extern constexpr Heuristic ecef_la_mean_cut{
    .name = "ecef-la-mean-cut",
    .summary = "ECEF; looks ahead to the mean of all senders' transfers",
    .source = "Bhat et al.; Steffenel, section 5.4",
    .order = order_ecef_la_mean_cut,
};

}  // namespace causeway::inter_cluster
