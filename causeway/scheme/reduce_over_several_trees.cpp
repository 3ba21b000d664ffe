/// Reduce over several trees at once: a broadcast over them backwards, block after block.
///
/// Blocks take several trees between the clusters in turn, so that routes which one tree leaves idle carry their part,
/// and come to the root combined. Cost: that of the broadcast over the trees whose links lead the other way, and the
/// combining.
/// Source: Beaumont, Marchal and Robert, section 4, for the trees; Legrand, Marchal and Robert 2004 ("Optimizing the
/// steady-state throughput of scatter and reduce operations") for reductions over several.
#include "causeway/schedule/reversal.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_reduce_over_several_trees(const Layout& layout) {
    Built built;
    built.num_blocks = layout.num_blocks;
    built.strands.push_back(schedule::reduction_of(only_of(layout.trees.front(), layout.only)));
    return built;
}

}  // namespace

extern constexpr Scheme reduce_over_several_trees{
    .name = "reduce_over_several_trees",
    .summary = "up several trees between the clusters at once, blocks following each other",
    .source = "Beaumont et al., section 4, backwards",
    .operation = Operation::kReduce,
    .trees = Trees::kWhole,
    .build = build_reduce_over_several_trees,
};

}  // namespace causeway::scheme
