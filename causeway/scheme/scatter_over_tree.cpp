/// Scatter over one tree: the gather backwards.
///
/// Combined, a cluster's data crosses the long link in one message; relayed, each process's part by itself, the
/// farthest first. Source: Steffenel, section 6; Kielmann et al. 1999 (MagPIe).
#include "causeway/schedule/reversal.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_scatter_over_tree(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const schedule::RankTree& tree = owned.trees.front();
    Built built = owned.built();
    built.strands.push_back(
        schedule::scatter_of(schedule::gather_over(tree, owned.ownership, layout.grain, layout.only)));
    return built;
}

}  // namespace

extern constexpr Scheme scatter_over_tree{
    .name = "scatter_over_tree",
    .summary = "down a tree: what is for those below a process goes through it",
    .source = "MagPIe (Kielmann et al. 1999)",
    .operation = Operation::kScatter,
    .trees = Trees::kOne,
    .grains = Grains::kAny,
    .build = build_scatter_over_tree,
};

}  // namespace causeway::scheme
