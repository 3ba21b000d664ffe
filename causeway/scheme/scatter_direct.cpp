/// Scatter: the root sends everybody its part.
///
/// No byte crosses a link twice: the best for large data. The root sends P-1 messages.
/// Source: the linear algorithm of every MPI library.
#include "causeway/schedule/reversal.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_scatter_direct(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const schedule::RankTree& tree = owned.trees.front();
    Built built = owned.built();
    built.strands.push_back(
        schedule::scatter_of(schedule::gather_over(tree, owned.ownership, schedule::Grain::kRelayed, layout.only)));
    return built;
}

}  // namespace

extern constexpr Scheme scatter_direct{
    .name = "scatter_direct",
    .summary = "the root sends everybody its part",
    .source = "the linear algorithm of MPI libraries",
    .operation = Operation::kScatter,
    .trees = Trees::kNone,
    .relays = false,
    .build = build_scatter_direct,
};

}  // namespace causeway::scheme
