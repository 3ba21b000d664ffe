/// Allgather over a tree from each cluster: what a cluster has is collected inside it and goes down its tree to all.
///
/// A cluster's data crosses the uplink of each cluster at most as often as its tree says: once to each other cluster
/// over a star, once in all along a chain. A strand for each tree and direction.
/// Source: ours; between the clusters it is the exchange of MagPIe (Kielmann et al. 1999).
#include "causeway/collective/scheme.hpp"

namespace causeway::collective {

namespace {

Built build(const Layout& layout) {
    std::vector<schedule::Tree> trees;
    for (const schedule::Schedule& broadcast : layout.trees) {
        trees.push_back(schedule::tree_of(broadcast));
    }
    const schedule::Ownership ownership = owned_along(trees, layout.tree_of_process, layout.num_blocks);
    Built built;
    built.num_blocks = ownership.num_blocks;
    built.of_process = ownership.of_process;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const schedule::Ownership own = restricted_to(ownership, layout.tree_of_process, static_cast<int>(t));
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
    .build = build,
};

}  // namespace causeway::collective
