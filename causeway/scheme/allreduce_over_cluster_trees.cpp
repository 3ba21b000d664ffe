/// Allreduce over a tree from each of n clusters: each takes every n-th block up and down.
///
/// So every cluster is the root of one block in n, and its uplink carries 2 (n-1)/n of the data in each direction, the
/// least there can be, where one tree lets some uplink carry the data n-1 times: what reduce-scatter and allgather
/// between the clusters do, block by block, with the clusters' inner trees in the same pipeline. A strand for each tree
/// and direction: no tree waits for another's blocks.
/// Source: ours; the bound is that of Patarasuk and Yuan 2009 ("Bandwidth optimal all-reduce algorithms").
#include "causeway/schedule/reversal.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <utility>

namespace causeway::scheme {

namespace {

Built build_allreduce_over_cluster_trees(const Layout& layout) {
    const int classes = static_cast<int>(layout.trees.size());
    Built built;
    built.num_blocks = layout.num_blocks;
    for (int k = 0; k < classes && k < layout.num_blocks; ++k) {
        const schedule::Schedule down = only_of(layout.trees[static_cast<std::size_t>(k)], layout.only);
        built.strands.push_back(schedule::segment(schedule::reduction_of(down), layout.num_blocks, k, classes));
        built.strands.push_back(schedule::segment(down, layout.num_blocks, k, classes));
    }
    built.strands = in_at_most(2 * kMostPairsOfStrands, std::move(built.strands));
    return built;
}

}  // namespace

extern constexpr Scheme allreduce_over_cluster_trees{
    .name = "allreduce_over_cluster_trees",
    .summary = "a tree from each cluster takes its share of the blocks up and down",
    .source = "ours; bound of Patarasuk and Yuan 2009",
    .operation = Operation::kAllreduce,
    .trees = Trees::kPerCluster,
    .build = build_allreduce_over_cluster_trees,
};

}  // namespace causeway::scheme
