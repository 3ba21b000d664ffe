/// Allreduce over one tree: every block goes up it, is combined on the way, and comes down again at once.
///
/// The way up and the way down are two strands: results leave the root while the last contributions are still on their
/// way. The root may be any process: best one in the middle of the network.
/// Source: Steffenel, section 6, for the reduction; the two strands are ours.
#include "causeway/schedule/transforms.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allreduce_over_tree(const Layout& layout) {
    const schedule::Schedule down = only_of(layout.trees.front(), layout.only);
    Built built;
    built.num_blocks = layout.num_blocks;
    built.strands.push_back(schedule::segment(only_of(reduction_up(layout), layout.only), layout.num_blocks));
    built.strands.push_back(schedule::segment(down, layout.num_blocks));
    return built;
}

}  // namespace

extern constexpr Scheme allreduce_over_tree{
    .name = "allreduce_over_tree",
    .summary = "a broadcast tree upwards and down again, blocks following each other",
    .source = "Steffenel, section 6",
    .operation = Operation::kAllreduce,
    .trees = Trees::kOne,
    .build = build_allreduce_over_tree,
};

}  // namespace causeway::scheme
