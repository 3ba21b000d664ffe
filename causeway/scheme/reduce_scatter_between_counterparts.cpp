/// Reduce-scatter: what is for a process is combined at one process of each cluster, which sends it there.
///
/// The allgather between counterparts, backwards. With n clusters of p processes each uplink carries (n-1) p m bytes
/// and each host sends (n p - 1) m, the least there can be of both: where uplinks carry what all their hosts bring, no
/// coordinator is in the way. Source: ours; the bound is that of Patarasuk and Yuan 2009.
#include "causeway/scheme/counterparts.hpp"

namespace causeway::scheme {

namespace {

Built build_reduce_scatter_between_counterparts(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout);  // without trees: the blocks alone
    Built built = owned.built();
    built.strands = combine_between_counterparts(layout, Dealt::owned(owned.ownership), kMostStrandsOfCounterparts);
    return built;
}

}  // namespace

extern constexpr Scheme reduce_scatter_between_counterparts{
    .name = "reduce_scatter_between_counterparts",
    .summary = "combined at one process of each cluster, which sends it to whom it is for",
    .source = "ours; bound of Patarasuk and Yuan 2009",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kNone,
    .build = build_reduce_scatter_between_counterparts,
};

}  // namespace causeway::scheme
