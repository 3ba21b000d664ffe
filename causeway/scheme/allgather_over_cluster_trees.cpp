/// Allgather over a tree from each cluster: what a cluster has is collected inside it and goes down its tree to all.
///
/// A cluster's data crosses the uplink of each cluster at most as often as its tree says: once to each other cluster
/// over a star, once in all along a chain. A strand for each tree and direction.
/// Source: ours; between the clusters it is the exchange of MagPIe (Kielmann et al. 1999).
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allgather_over_cluster_trees(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const std::vector<schedule::RankTree>& trees = owned.trees;
    const std::vector<schedule::Ownership> over = over_trees(owned.ownership, layout);
    Built built = owned.built();
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const schedule::Ownership& own = over[t];
        built.strands.push_back(schedule::gather_over(trees[t], own, layout.grain, layout.only));
        built.strands.push_back(schedule::spread_over(trees[t], own, layout.grain, layout.only));
    }
    return built;
}

}  // namespace

extern constexpr Scheme allgather_over_cluster_trees{
    .name = "allgather_over_cluster_trees",
    .summary = "collected in each cluster, and down a tree from there",
    .source = "ours; exchange of MagPIe",
    .operation = Operation::kAllgather,
    .trees = Trees::kPerCluster,
    .has_grain = true,
    .build = build_allgather_over_cluster_trees,
};

}  // namespace causeway::scheme
