/// Flat tree: the root's cluster sends to every other, in index order.
///
///     0 -> 1, 2, 3, 4, 5, 6, 7        (8 clusters, root 0)
///
/// Makespan, sequential: at least sum_j g_0j. Source: ECO and MagPIe; Steffenel, section 5.1.
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

std::vector<Send> order_flat(const ClusterProblem& problem) {
    require_root(problem);
    std::vector<Send> sends;
    for (int to = 0; to < problem.size(); ++to) {
        if (to != problem.root && problem.transfer_time(problem.root, to) < Seconds::infinity()) {
            sends.push_back({problem.root, to});
        }
    }
    return sends;
}

}  // namespace

extern constexpr Heuristic flat{
    .name = "flat",
    .summary = "the root's cluster sends to every other in turn",
    .source = "Steffenel, section 5.1 (ECO, MagPIe)",
    .order = order_flat,
};

}  // namespace causeway::inter_cluster
