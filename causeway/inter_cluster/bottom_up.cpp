/// BottomUp: next comes the cluster that would be done last, however well it is served.
///
///     j maximises over B, i minimises over A:  g_ij + L_ij + T_j
///
/// When i can send does not count. Source: Steffenel, section 5.7.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_bottom_up(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to) + problem.local_time[static_cast<std::size_t>(to)];
}

std::vector<Send> order_bottom_up(const ClusterProblem& problem) {
    return greedy(problem, {.edge = edge_bottom_up, .aim = GreedyRule::Aim::kGreatestOfLeasts});
}

}  // namespace

extern constexpr Heuristic bottom_up{
    .name = "bottom-up",
    .summary = "next comes the cluster that takes longest, from its best sender",
    .source = "Steffenel, section 5.7",
    .order = order_bottom_up,
};

}  // namespace causeway::inter_cluster
