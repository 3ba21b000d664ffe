/// Reduce-scatter over a tree from each cluster, a cluster's blocks in one message: they are combined on the way to it,
/// and handed out inside it.
///
/// An allgather over these trees (allgather_over_cluster_trees, combined) the other way. Every process sends as many
/// messages as there are clusters, so that what is for one cluster is on its way while what is for the next is combined
/// inside: between reduce_scatter_over_cluster_trees block by block, which is P messages of each, and all in one, which
/// is combined inside before anything leaves. Two strands for each tree.
/// Source: ours; the bound is that of Patarasuk and Yuan 2009.
#include "causeway/schedule/reversal.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <cstddef>
#include <utility>

namespace causeway::scheme {

namespace {

Built build_reduce_scatter_by_clusters(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const std::vector<schedule::Ownership> over = over_trees(owned.ownership, layout);
    const TreeGroups groups = groups_of(layout, owned.trees);
    Built built = owned.built();
    schedule::Strands strands;
    int first = 0;
    for (std::size_t t = 0; t < owned.trees.size(); ++t) {
        if (groups.members[t].empty()) {
            continue;
        }
        const schedule::BlockRange blocks = blocks_from(first, over[t]);
        schedule::Builder up(layout.processes, built.num_blocks, layout.only);
        combine_up(owned.trees[t], blocks, up);
        strands.push_back(up.finish());
        strands.push_back(schedule::scatter_of(
            schedule::gather_over(owned.trees[t], over[t], schedule::Grain::kCombined, layout.only)));
        first = blocks.end();
    }
    built.strands = in_at_most(2 * kMostPairsOfStrands, std::move(strands));
    return built;
}

}  // namespace

extern constexpr Scheme reduce_scatter_by_clusters{
    .name = "reduce_scatter_by_clusters",
    .summary = "up a tree to each cluster, what is for it in one message, and handed out inside",
    .source = "ours; bound of Patarasuk and Yuan 2009",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kPerCluster,
    .grains = Grains::kCombined,
    .build = build_reduce_scatter_by_clusters,
};

}  // namespace causeway::scheme
