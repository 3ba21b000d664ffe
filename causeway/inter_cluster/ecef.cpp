/// Early Completion Edge First: next comes the transfer that can be over first.
///
///     score(i, j) = RT_i + g_ij + L_ij
///
/// Source: Bhat, Raghavendra, Prasanna; Steffenel, section 5.3.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to);
}

std::vector<Send> order(const ClusterProblem& problem) {
    return greedy(problem, {.edge = edge, .ready_time_counts = true});
}

}  // namespace

extern constexpr Heuristic ecef{
    .name = "ecef",
    .summary = "next comes the transfer that can be over first",
    .source = "Bhat et al.; Steffenel, section 5.3",
    .order = order,
};

}  // namespace causeway::inter_cluster
