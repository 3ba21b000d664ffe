/// ECEF-LAt: looks ahead to the cluster that the receiver could see finished first, local broadcast included.
///
///     score(i, j) = RT_i + g_ij + L_ij + F_j
///     F_j = min over k in B\{j} of (g_jk + L_jk + T_k)
///
/// Source: Steffenel, section 5.5.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_ecef_la_t_min(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to);
}

std::vector<Send> order_ecef_la_t_min(const ClusterProblem& problem) {
    return greedy(problem, {.edge = edge_ecef_la_t_min, .ready_time_counts = true, .look_ahead = least_completion});
}

}  // namespace

extern constexpr Heuristic ecef_la_t_min{
    .name = "ecef-la-t-min",
    .summary = "ECEF; looks ahead to the first cluster to be done",
    .source = "Steffenel, section 5.5 (ECEF-LAt)",
    .order = order_ecef_la_t_min,
};

}  // namespace causeway::inter_cluster
