/// ECEF with look-ahead: a receiver that can pass the message on quickly is preferred.
///
///     score(i, j) = RT_i + g_ij + L_ij + F_j
///     F_j = min over k in B\{j} of (g_jk + L_jk)
///
/// Source: Bhat, Raghavendra, Prasanna; Steffenel, section 5.4.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_ecef_la(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to);
}

std::vector<Send> order_ecef_la(const ClusterProblem& problem) {
    return greedy(problem, {.edge = edge_ecef_la, .ready_time_counts = true, .look_ahead = least_transfer});
}

}  // namespace

extern constexpr Heuristic ecef_la{
    .name = "ecef-la",
    .summary = "ECEF; looks ahead to the receiver's fastest transfer",
    .source = "Bhat et al.; Steffenel, section 5.4",
    .order = order_ecef_la,
};

}  // namespace causeway::inter_cluster
