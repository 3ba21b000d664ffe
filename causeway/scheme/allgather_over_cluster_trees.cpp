/// Allgather over a tree from each cluster: what a cluster has is collected inside it and goes down its tree to all.
///
/// A cluster's data crosses the uplink of each cluster at most as often as its tree says: once to each other cluster
/// over a star, once in all along a chain. A strand for each tree and direction.
/// Source: ours; between the clusters it is the exchange of MagPIe (Kielmann et al. 1999).
#include "causeway/scheme/cluster_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_allgather_over_cluster_trees(const Layout& layout) {
    return spread_from_clusters(layout, layout.grain);
}

}  // namespace

extern constexpr Scheme allgather_over_cluster_trees{
    .name = "allgather_over_cluster_trees",
    .summary = "collected in each cluster, and down a tree from there",
    .source = "ours; exchange of MagPIe",
    .operation = Operation::kAllgather,
    .trees = Trees::kPerCluster,
    .grains = Grains::kAny,
    .build = build_allgather_over_cluster_trees,
};

}  // namespace causeway::scheme
