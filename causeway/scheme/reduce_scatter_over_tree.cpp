/// Reduce-scatter over one tree: all blocks are combined on the way up, and each goes down to its owner.
///
/// The fewest messages, of few bytes all of a branch in one; but all results leave through the root.
/// Source: Steffenel, section 6, for the reduction; the two strands are ours.
#include "causeway/schedule/reversal.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/scheme/cluster_trees.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_reduce_scatter_over_tree(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const schedule::RankTree& tree = owned.trees.front();
    Built built = owned.built();
    if (layout.grain == schedule::Grain::kCombined) {
        schedule::Builder up(layout.processes, built.num_blocks, layout.only);
        combine_up(tree, {0, built.num_blocks}, up);
        built.strands.push_back(up.finish());
    } else {
        built.strands.push_back(
            schedule::segment(only_of(reduction_up(layout), layout.only), owned.ownership.num_blocks));
    }
    built.strands.push_back(
        schedule::scatter_of(schedule::gather_over(tree, owned.ownership, layout.grain, layout.only)));
    return built;
}

}  // namespace

extern constexpr Scheme reduce_scatter_over_tree{
    .name = "reduce_scatter_over_tree",
    .summary = "up one tree, combined, and down to the owners",
    .source = "Steffenel, section 6",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kOne,
    .grains = Grains::kAny,
    .build = build_reduce_scatter_over_tree,
};

}  // namespace causeway::scheme
