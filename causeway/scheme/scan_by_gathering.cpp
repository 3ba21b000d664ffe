/// Scan by an allgather: everybody gets the operands of the ranks up to its own, and combines them itself.
///
/// Each cluster's operands are collected inside it and go down a tree of its own to everybody, over the shortest ways:
/// where runs of ranks (scan_over_runs) send straight to each later one, these may go over clusters in between, and one
/// operand crosses a border once whatever the placement of the ranks. Cost: the longest of the ways, and P operands
/// over each uplink; for few bytes. Operators need not commute. Source: ours; what goes between the clusters is the
/// exchange of MagPIe (Kielmann et al. 1999). A way on which only ranks before a cluster's own lie is not taken, so
/// that where the clusters are runs of ranks nobody waits for a later one, and calls in a row overlap.
#include "causeway/scheme/cluster_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_scan_by_gathering(const Layout& layout) {
    return spread_from_clusters(layout, schedule::Grain::kCombined, Wanted::kUpToSelf);
}

}  // namespace

extern constexpr Scheme scan_by_gathering{
    .name = "scan_by_gathering",
    .summary = "everybody gets the operands of the ranks up to its own, a tree from each cluster, and combines them",
    .source = "ours; exchange of MagPIe",
    .operation = Operation::kScan,
    .trees = Trees::kPerCluster,
    .gathers_operands = true,
    .most = Bytes(1024),
    .build = build_scan_by_gathering,
};

}  // namespace causeway::scheme
