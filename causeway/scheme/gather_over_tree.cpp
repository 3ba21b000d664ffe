/// Gather over one tree: coordinators collect what their cluster has and send it on.
///
/// Combined, a cluster's data crosses the long link in one message; relayed, each process's part goes on when it comes,
/// so that the cluster's network and the long link are busy at the same time.
/// Source: Steffenel, section 6 (hierarchical operations by the same clusters); Kielmann et al. 1999 (MagPIe).
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_gather_over_tree(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const schedule::RankTree& tree = owned.trees.front();
    Built built = owned.built();
    built.strands.push_back(schedule::gather_over(tree, owned.ownership, layout.grain, layout.only));
    return built;
}

}  // namespace

extern constexpr Scheme gather_over_tree{
    .name = "gather_over_tree",
    .summary = "up a tree: what is below a process goes on through it",
    .source = "MagPIe (Kielmann et al. 1999)",
    .operation = Operation::kGather,
    .trees = Trees::kOne,
    .grains = Grains::kAny,
    .build = build_gather_over_tree,
};

}  // namespace causeway::scheme
