/// Allgather over several trees from each cluster, which share what it has.
///
/// A cluster with a thin uplink sends what it has once, to one that passes it on; links carry what the trees' parts
/// give them, all at once. Source: Zhao et al. 2024 ("ForestColl: Efficient Collective Communications on Heterogeneous
/// Network Fabrics"), with what links share.
#include "causeway/scheme/scheme.hpp"
#include "causeway/scheme/shared_trees.hpp"

namespace causeway::scheme {

namespace {

Built build_allgather_over_several_trees(const Layout& layout) {
    return spread_over_shared_trees(layout);
}

}  // namespace

extern constexpr Scheme allgather_over_several_trees{
    .name = "allgather_over_several_trees",
    .summary = "down several trees from each cluster at once, which share what it has",
    .source = "Zhao et al. 2024 (ForestColl)",
    .operation = Operation::kAllgather,
    .trees = Trees::kShared,
    .build = build_allgather_over_several_trees,
};

}  // namespace causeway::scheme
