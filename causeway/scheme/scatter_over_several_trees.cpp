/// Scatter over several trees at once, which share what is for each cluster.
///
/// What is for a cluster takes several routes there, so that those which lead elsewhere carry their part.
/// Source: Legrand, Marchal and Robert 2004 ("Optimizing the steady-state throughput of scatter and reduce
/// operations").
#include "causeway/scheme/scheme.hpp"
#include "causeway/scheme/shared_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_scatter_over_several_trees(const Layout& layout) {
    return scattered_over_shared_trees(layout);
}

}  // namespace

extern constexpr Scheme scatter_over_several_trees{
    .name = "scatter_over_several_trees",
    .summary = "down several trees at once, which share what is for each cluster",
    .source = "Legrand, Marchal and Robert 2004",
    .operation = Operation::kScatter,
    .trees = Trees::kShared,
    .build = build_scatter_over_several_trees,
};

}  // namespace causeway::scheme
