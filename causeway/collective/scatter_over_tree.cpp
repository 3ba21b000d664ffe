/// Scatter over one tree: the gather backwards.
///
/// Combined, a cluster's data crosses the long link in one message; relayed, each process's part by itself, the
/// farthest first. Source: Steffenel, section 6; Kielmann et al. 1999 (MagPIe).
#include "causeway/collective/scheme.hpp"
#include "causeway/schedule/reversal.hpp"

namespace causeway::collective {

namespace {

Built build(const Layout& layout) {
    const schedule::Tree tree = schedule::tree_of(layout.trees.front());
    const schedule::Ownership ownership = owned_along(tree, layout.num_blocks);
    Built built;
    built.num_blocks = ownership.num_blocks;
    built.of_process = ownership.of_process;
    built.strands.push_back(schedule::scatter_of(schedule::gather_over(tree, ownership, layout.grain, layout.only)));
    return built;
}

}  // namespace

extern constexpr Scheme scatter_over_tree{
    .name = "scatter_over_tree",
    .summary = "down a tree: what is for those below a process goes through it",
    .source = "MagPIe (Kielmann et al. 1999)",
    .operation = Operation::kScatter,
    .trees = Trees::kOne,
    .has_grain = true,
    .build = build,
};

}  // namespace causeway::collective
