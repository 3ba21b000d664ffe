/// Reduce-scatter over a tree from each cluster: the blocks of a cluster's processes are combined on the way to it, and
/// handed out inside it.
///
/// The uplink of each of n clusters carries (n-1)/n of the data in each direction, the least there can be. A strand for
/// each tree and direction.
/// Source: ours; the bound is that of Patarasuk and Yuan 2009.
#include "causeway/schedule/reversal.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <algorithm>
#include <utility>

namespace causeway::scheme {

namespace {

Built build_reduce_scatter_over_cluster_trees(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const std::vector<schedule::RankTree>& trees = owned.trees;
    const std::vector<schedule::Ownership> over = over_trees(owned.ownership, layout);
    Built built = owned.built();
    int first = 0;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const schedule::Ownership& own = over[t];
        int end = first;
        for (const schedule::BlockRange blocks : own.of_process) {
            end = blocks.count == 0 ? end : std::max(end, blocks.end());
        }
        // Blocks from `first` on, one after another, up to `end`.
        schedule::Schedule up =
            schedule::segment(schedule::reduction_of(only_of(layout.trees[t], layout.only)), end, first);
        up.num_blocks = owned.ownership.num_blocks;
        built.strands.push_back(std::move(up));
        built.strands.push_back(
            schedule::scatter_of(schedule::gather_over(trees[t], own, schedule::Grain::kRelayed, layout.only)));
        first = end;
    }
    built.strands = in_at_most(2 * kMostPairsOfStrands, std::move(built.strands));
    return built;
}

}  // namespace

extern constexpr Scheme reduce_scatter_over_cluster_trees{
    .name = "reduce_scatter_over_cluster_trees",
    .summary = "up a tree to each cluster, combined, and handed out inside",
    .source = "ours; bound of Patarasuk and Yuan 2009",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kPerCluster,
    .build = build_reduce_scatter_over_cluster_trees,
};

}  // namespace causeway::scheme
