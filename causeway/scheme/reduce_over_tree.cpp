/// Reduce over one tree: the broadcast backwards, block after block.
///
/// Every process sends each block to its parent once it has combined what came from its children: a pipeline from the
/// leaves to the root. Cost: that of the broadcast over the tree whose links lead the other way, and the combining.
/// Source: Steffenel, section 6 (reduce between clusters as the reversed broadcast).
#include "causeway/schedule/transforms.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_reduce_over_tree(const Layout& layout) {
    const schedule::Schedule up = reduction_up(layout);
    Built built;
    built.num_blocks = layout.num_blocks;
    built.strands.push_back(schedule::segment(only_of(up, layout.only), layout.num_blocks));
    return built;
}

}  // namespace

extern constexpr Scheme reduce_over_tree{
    .name = "reduce_over_tree",
    .summary = "a broadcast tree upwards, blocks following each other",
    .source = "Steffenel, section 6",
    .operation = Operation::kReduce,
    .trees = Trees::kOne,
    .build = build_reduce_over_tree,
};

}  // namespace causeway::scheme
