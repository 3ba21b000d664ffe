/// Fastest Edge First: next comes the link with the least latency from a cluster that holds the message.
///
///     score(i, j) = L_ij
///
/// When i can send does not count, so a cluster may be made to send before others that have long been idle.
/// Source: Bhat, Raghavendra, Prasanna; Steffenel, section 5.2.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_fef(const ClusterProblem& problem, int from, int to) {
    return problem.latency(from, to);
}

std::vector<Send> order_fef(const ClusterProblem& problem) {
    return greedy(problem, {.edge = edge_fef});
}

}  // namespace

extern constexpr Heuristic fef{
    .name = "fef",
    .summary = "next comes the link of least latency",
    .source = "Bhat et al.; Steffenel, section 5.2",
    .order = order_fef,
};

}  // namespace causeway::inter_cluster
