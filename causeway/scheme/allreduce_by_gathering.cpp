/// Allreduce by an allgather: everybody gets the operands of all, and combines them itself in the order of the ranks.
///
/// Each cluster's operands are collected inside it and go down a tree of its own to everybody: an operand takes its
/// shortest way, where a tree that all take costs the way up and the way down. Cost: the longest of the ways, and P
/// operands over each uplink; for few bytes. On a network without a middle - sites as far from each other as any two -
/// that is half of what trees take. All processes combine alike, whatever the network: results are the same bits on
/// every rank and on every platform, and operators need not commute.
/// Source: ours; what goes between the clusters is the exchange of MagPIe (Kielmann et al. 1999).
#include "causeway/scheme/cluster_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_allreduce_by_gathering(const Layout& layout) {
    return spread_from_clusters(layout, schedule::Grain::kCombined);
}

}  // namespace

extern constexpr Scheme allreduce_by_gathering{
    .name = "allreduce_by_gathering",
    .summary =
        "everybody gets the operands of all, a tree from each cluster, and combines them in the order of the ranks",
    .source = "ours; exchange of MagPIe",
    .operation = Operation::kAllreduce,
    .trees = Trees::kPerCluster,
    .gathers_operands = true,
    .most = Bytes(1024),
    .build = build_allreduce_by_gathering,
};

}  // namespace causeway::scheme
