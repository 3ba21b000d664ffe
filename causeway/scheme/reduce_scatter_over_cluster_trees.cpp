/// Reduce-scatter over a tree from each cluster: the blocks of a cluster's processes are combined on the way to it, and
/// handed out inside it.
///
/// The uplink of each of n clusters carries (n-1)/n of the data in each direction, the least there can be. Relayed,
/// every process sends the blocks of each tree by themselves, which all go at once. Combined, all blocks come together
/// inside each cluster first, in one message from each process, and go on between the first ones of the clusters: few
/// bytes cost P - n messages inside in the place of n (P - n). A strand for each tree and direction.
/// Source: ours; the bound is that of Patarasuk and Yuan 2009.
#include "causeway/schedule/reversal.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <algorithm>
#include <utility>

namespace causeway::scheme {

namespace {

using schedule::BlockRange;
using schedule::Grain;
using schedule::RankTree;

schedule::Strands block_by_block(const Layout& layout, const OwnedTrees& owned) {
    const std::vector<schedule::Ownership> over = over_trees(owned.ownership, layout);
    schedule::Strands strands;
    int first = 0;
    for (std::size_t t = 0; t < owned.trees.size(); ++t) {
        const BlockRange blocks = blocks_from(first, over[t]);
        schedule::Schedule up =
            schedule::segment(schedule::reduction_of(only_of(layout.trees[t], layout.only)), blocks.end(), first);
        up.num_blocks = owned.ownership.num_blocks;
        strands.push_back(std::move(up));
        strands.push_back(
            schedule::scatter_of(schedule::gather_over(owned.trees[t], over[t], Grain::kRelayed, layout.only)));
        first = blocks.end();
    }
    return strands;
}

/// Up a tree of groups, between their first members.
void combine_between(const RankTree& tree, const TreeGroups& groups, BlockRange blocks, schedule::Builder& builder) {
    const auto first_of = [&](int group) { return groups.members[static_cast<std::size_t>(group)].front(); };
    for (const int group : tree.from_below()) {
        if (const int parent = tree.parent[static_cast<std::size_t>(group)]; parent >= 0) {
            builder.reduce(first_of(group), first_of(parent), blocks);
        }
    }
}

/// The first strand is for what comes together inside the clusters, the others as above.
schedule::Strands together(const Layout& layout, const OwnedTrees& owned) {
    const std::vector<schedule::Ownership> over = over_trees(owned.ownership, layout);
    const TreeGroups groups = groups_of(layout, owned.trees);
    const int num_blocks = owned.ownership.num_blocks;
    schedule::Builder inside(layout.processes, num_blocks, layout.only);
    schedule::Strands pairs;
    int first = 0;
    for (std::size_t t = 0; t < owned.trees.size(); ++t) {
        const auto group = static_cast<int>(t);
        if (groups.members[t].empty()) {
            continue;
        }
        const RankTree within = tree_inside(owned.trees[t], groups, group);
        combine_up(within, {0, num_blocks}, inside);
        const BlockRange blocks = blocks_from(first, over[t]);
        schedule::Builder up(layout.processes, num_blocks, layout.only);
        combine_between(tree_between(owned.trees[t], groups, group), groups, blocks, up);
        pairs.push_back(up.finish());
        pairs.push_back(schedule::scatter_of(schedule::gather_over(within, over[t], Grain::kCombined, layout.only)));
        first = blocks.end();
    }
    schedule::Strands strands = in_at_most(2 * kMostPairsOfStrands, std::move(pairs));
    strands.insert(strands.begin(), inside.finish());
    return strands;
}

Built build_reduce_scatter_over_cluster_trees(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    Built built = owned.built();
    built.strands = layout.grain == Grain::kCombined
                        ? together(layout, owned)
                        : in_at_most(2 * kMostPairsOfStrands, block_by_block(layout, owned));
    return built;
}

}  // namespace

extern constexpr Scheme reduce_scatter_over_cluster_trees{
    .name = "reduce_scatter_over_cluster_trees",
    .summary = "up a tree to each cluster, combined, and handed out inside",
    .source = "ours; bound of Patarasuk and Yuan 2009",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kPerCluster,
    .grains = Grains::kAny,
    .build = build_reduce_scatter_over_cluster_trees,
};

}  // namespace causeway::scheme
