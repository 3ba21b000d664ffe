/// Broadcast: the data goes down a tree, as the tree cuts it.
///
/// Segments may differ from cluster to cluster, and take several ways between clusters in turn: all of that is the
/// tree's.
/// Source: Steffenel, sections 4 and 5; Beaumont, Marchal and Robert, section 4, of several ways at once.
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_broadcast_over_tree(const Layout& layout) {
    Built built;
    built.strands.push_back(only_of(layout.trees.front(), layout.only));
    built.num_blocks = layout.num_blocks;
    return built;
}

}  // namespace

extern constexpr Scheme broadcast_over_tree{
    .name = "broadcast_over_tree",
    .summary = "down a tree: whole messages or a pipeline between clusters, a strategy inside each",
    .source = "Steffenel 2006, sections 4 and 5",
    .operation = Operation::kBroadcast,
    .trees = Trees::kWhole,
    .build = build_broadcast_over_tree,
};

}  // namespace causeway::scheme
