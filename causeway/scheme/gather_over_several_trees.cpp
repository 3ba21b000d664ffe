/// Gather over several trees at once, which share what each cluster has.
///
/// So all routes into the root's cluster are busy until the end, also those that their own ends have little data for.
/// Cost: that of the flow from every cluster to the root's, as far as the links allow.
/// Source: Legrand, Marchal and Robert 2004 ("Optimizing the steady-state throughput of scatter and reduce
/// operations"), backwards.
#include "causeway/scheme/scheme.hpp"
#include "causeway/scheme/shared_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_gather_over_several_trees(const Layout& layout) {
    return gathered_over_shared_trees(layout);
}

}  // namespace

extern constexpr Scheme gather_over_several_trees{
    .name = "gather_over_several_trees",
    .summary = "up several trees at once, which share what each cluster has",
    .source = "Legrand, Marchal and Robert 2004, backwards",
    .operation = Operation::kGather,
    .trees = Trees::kShared,
    .build = build_gather_over_several_trees,
};

}  // namespace causeway::scheme
