/// Barrier over a tree from each cluster: a cluster's message takes its own shortest way to everybody.
///
/// The allgather over such trees, of nothing. Cost: the longest of the ways, where one tree costs the way up and the
/// way down; a message for each tree to each process. Source: ours; what goes between clusters is the exchange of
/// MagPIe (Kielmann et al. 1999).
#include "causeway/scheme/cluster_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_barrier_over_cluster_trees(const Layout& layout) {
    return spread_from_clusters(layout, schedule::Grain::kCombined);
}

}  // namespace

extern constexpr Scheme barrier_over_cluster_trees{
    .name = "barrier_over_cluster_trees",
    .summary = "an empty message from each cluster down a tree of its own to everybody",
    .source = "ours; exchange of MagPIe",
    .operation = Operation::kBarrier,
    .trees = Trees::kPerCluster,
    .build = build_barrier_over_cluster_trees,
};

}  // namespace causeway::scheme
