/// Allreduce over several trees at once: every block goes up one of them, combined, and down it again.
///
/// Links carry data both ways at the same time, and each tree may meet wherever its ends are nearest to each other:
/// what an edge carries does not depend on it. Source: ours; a packing of undirected spanning trees (Tutte 1961;
/// Nash-Williams 1961), with what links share.
#include "causeway/scheme/scheme.hpp"
#include "causeway/scheme/shared_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_allreduce_over_several_trees(const Layout& layout) {
    return combined_for_all_over_shared_trees(layout);
}

}  // namespace

extern constexpr Scheme allreduce_over_several_trees{
    .name = "allreduce_over_several_trees",
    .summary = "up and down several trees at once, each from where its ends meet",
    .source = "ours; packing of spanning trees (Tutte 1961)",
    .operation = Operation::kAllreduce,
    .trees = Trees::kShared,
    .build = build_allreduce_over_several_trees,
};

}  // namespace causeway::scheme
