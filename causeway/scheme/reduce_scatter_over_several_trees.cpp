/// Reduce-scatter over several trees to each cluster: the allgather over trees whose links lead the other way,
/// backwards.
///
/// Source: Zhao et al. 2024 ("ForestColl: Efficient Collective Communications on Heterogeneous Network Fabrics"), with
/// what links share.
#include "causeway/scheme/scheme.hpp"
#include "causeway/scheme/shared_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_reduce_scatter_over_several_trees(const Layout& layout) {
    return combined_over_shared_trees(layout);
}

}  // namespace

extern constexpr Scheme reduce_scatter_over_several_trees{
    .name = "reduce_scatter_over_several_trees",
    .summary = "up several trees to each cluster at once, which share its blocks",
    .source = "Zhao et al. 2024 (ForestColl)",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kShared,
    .build = build_reduce_scatter_over_several_trees,
};

}  // namespace causeway::scheme
