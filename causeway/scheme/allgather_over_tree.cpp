/// Allgather over one tree: everything goes up it and comes down to those who lack it.
///
/// The fewest messages; but the uplink of the root's cluster carries what every cluster has to every other one.
/// Source: MagPIe (Kielmann et al. 1999), gather and broadcast; the two strands are ours.
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allgather_over_tree(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);
    const schedule::RankTree& tree = owned.trees.front();
    Built built = owned.built();
    built.strands.push_back(schedule::gather_over(tree, owned.ownership, layout.grain, layout.only));
    built.strands.push_back(schedule::spread_over(tree, owned.ownership, layout.grain, layout.only));
    return built;
}

}  // namespace

extern constexpr Scheme allgather_over_tree{
    .name = "allgather_over_tree",
    .summary = "up one tree and down to those who lack it",
    .source = "MagPIe (Kielmann et al. 1999)",
    .operation = Operation::kAllgather,
    .trees = Trees::kOne,
    .grains = Grains::kAny,
    .build = build_allgather_over_tree,
};

}  // namespace causeway::scheme
