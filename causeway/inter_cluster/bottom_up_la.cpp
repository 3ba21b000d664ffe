/// BottomUp with look-ahead: of clusters that take about as long, the one that can pass the message on soonest.
///
///     j maximises over B, i minimises over A:  g_ij + L_ij + T_j - F_j
///     F_j = min over k in B\{j} of (g_jk + L_jk)
///
/// The look-ahead of ECEF-LA with the sign that a maximum asks for. Source: suggested by Steffenel, section 6
/// ("to guarantee that a receiver will be a good sender"), without a formula; this one is ours.
#include "causeway/inter_cluster/greedy.hpp"
#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

namespace {

Seconds edge_bottom_up_la(const ClusterProblem& problem, int from, int to) {
    return problem.transfer_time(from, to) + problem.local_time[static_cast<std::size_t>(to)];
}

std::vector<Send> order_bottom_up_la(const ClusterProblem& problem) {
    return greedy(problem,
                  {.edge = edge_bottom_up_la, .look_ahead = least_transfer, .aim = GreedyRule::Aim::kGreatestOfLeasts});
}

}  // namespace

extern constexpr Heuristic bottom_up_la{
    .name = "bottom-up-la",
    .summary = "BottomUp; of two alike, the receiver with the faster transfer",
    .source = "suggested by Steffenel, section 6; the formula is ours",
    .order = order_bottom_up_la,
};

}  // namespace causeway::inter_cluster
