/// ECEF-LAT: looks ahead to the cluster that the receiver would see finished last, local broadcast included.
///
///     score(i, j) = RT_i + g_ij + L_ij + F_j
///     F_j = max over k in B\{j} of (g_jk + L_jk + T_k)
///
/// Source: Steffenel, section 5.6.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_ecef_la_t_max(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to);
}

std::vector<Send> order_ecef_la_t_max(const ClusterProblem& problem) {
    return greedy(problem, {.edge = edge_ecef_la_t_max, .ready_time_counts = true, .look_ahead = greatest_completion});
}

}  // namespace

extern constexpr Heuristic ecef_la_t_max{
    .name = "ecef-la-t-max",
    .summary = "ECEF; looks ahead to the last cluster to be done",
    .source = "Steffenel, section 5.6 (ECEF-LAT)",
    .order = order_ecef_la_t_max,
};

}  // namespace causeway::inter_cluster
