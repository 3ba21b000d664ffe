/// Allgather: every process sends its data to one process of each other cluster, which passes it on there.
///
/// With n clusters of p processes each uplink carries (n-1) p m bytes, the least there can be. Source: ours; several
/// coordinators as in the broadcast over several trees.
#include "causeway/scheme/counterparts.hpp"

namespace causeway::scheme {

namespace {

Built build_allgather_between_counterparts(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);  // without trees: the blocks alone
    Built built = owned.built();
    built.strands = spread_between_counterparts(layout, Dealt::owned(owned.ownership), kMostStrandsOfCounterparts);
    return built;
}

}  // namespace

extern constexpr Scheme allgather_between_counterparts{
    .name = "allgather_between_counterparts",
    .summary = "from each process to one of each other cluster, which passes it on",
    .source = "ours",
    .operation = Operation::kAllgather,
    .trees = Trees::kNone,
    .build = build_allgather_between_counterparts,
};

}  // namespace causeway::scheme
