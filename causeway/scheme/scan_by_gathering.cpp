/// Scan by an allgather: everybody gets the operands of all, and combines those of the ranks up to its own itself.
///
/// Each cluster's operands are collected inside it and go down a tree of its own to everybody, over the shortest ways:
/// where runs of ranks (scan_over_runs) send straight to each later one, these may go over clusters in between, and one
/// operand crosses a border once whatever the placement of the ranks. Cost: the longest of the ways, and P operands
/// over each uplink; for few bytes. Operators need not commute. Source: ours; what goes between the clusters is the
/// exchange of MagPIe (Kielmann et al. 1999).
#include "causeway/scheme/cluster_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_scan_by_gathering(const Layout& layout) {
    return spread_from_clusters(layout, schedule::Grain::kCombined);
}

}  // namespace

extern constexpr Scheme scan_by_gathering{
    .name = "scan_by_gathering",
    .summary = "everybody gets the operands of all, a tree from each cluster, and combines those up to its own",
    .source = "ours; exchange of MagPIe",
    .operation = Operation::kScan,
    .trees = Trees::kPerCluster,
    .gathers_operands = true,
    .most = Bytes(1024),
    .build = build_scan_by_gathering,
};

}  // namespace causeway::scheme
