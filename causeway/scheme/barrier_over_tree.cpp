/// Barrier over one tree: an allreduce of nothing. A process that has heard from all below it tells its parent; what
/// the root then tells comes down.
///
/// Cost 2 (depth in latency): best from a root in the middle of the network.
/// Source: Steffenel, section 6, for the way up.
#include "causeway/schedule/reversal.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_barrier_over_tree(const Layout& layout) {
    const schedule::Schedule down = only_of(layout.trees.front(), layout.only);
    Built built;
    built.strands.push_back(schedule::reduction_of(down));
    built.strands.push_back(down);
    return built;
}

}  // namespace

extern constexpr Scheme barrier_over_tree{
    .name = "barrier_over_tree",
    .summary = "an empty message up a tree and down again",
    .source = "Steffenel, section 6",
    .operation = Operation::kBarrier,
    .trees = Trees::kOne,
    .build = build_barrier_over_tree,
};

}  // namespace causeway::scheme
