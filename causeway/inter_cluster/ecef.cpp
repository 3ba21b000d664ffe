/// Early Completion Edge First: next comes the transfer that can be over first.
///
///     score(i, j) = RT_i + g_ij + L_ij
///
/// Source: Bhat, Raghavendra, Prasanna; Steffenel, section 5.3.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_ecef(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to);
}

std::vector<Send> order_ecef(const ClusterProblem& problem) {
    return greedy(problem, {.edge = edge_ecef, .ready_time_counts = true});
}

}  // namespace

extern constexpr Heuristic ecef{
    .name = "ecef",
    .summary = "next comes the transfer that can be over first",
    .source = "Bhat et al.; Steffenel, section 5.3",
    .order = order_ecef,
};

}  // namespace causeway::inter_cluster
