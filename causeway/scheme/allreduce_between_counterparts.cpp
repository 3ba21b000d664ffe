/// Allreduce: every process has a part of the data combined between its counterparts, and passed on between them.
///
/// A reduce-scatter and an allgather between counterparts, block by block in one pipeline. Of n clusters of p processes
/// each uplink carries 2 (n-1)/n of the data and each host sends 2 (n p - 1)/(n p) of it, the least there can be of
/// both: for long data where uplinks carry what all their hosts bring. Source: ours; the bound is that of Patarasuk and
/// Yuan 2009; reduce-scatter inside, allreduce across and allgather inside are usual inside machines (Chan, Heimlich,
/// Purkayastha, van de Geijn 2007).
#include "causeway/scheme/cluster_trees.hpp"
#include "causeway/scheme/counterparts.hpp"

#include <iterator>
#include <utility>

namespace causeway::scheme {

namespace {

Built build_allreduce_between_counterparts(const Layout& layout) {
    const Dealt dealt = Dealt::in_turn(layout);
    Built built;
    built.num_blocks = layout.num_blocks;
    built.strands = combine_between_counterparts(layout, dealt, kMostPairsOfStrands);
    schedule::Strands down = spread_between_counterparts(layout, dealt, kMostPairsOfStrands);
    built.strands.insert(built.strands.end(), std::make_move_iterator(down.begin()),
                         std::make_move_iterator(down.end()));
    return built;
}

}  // namespace

extern constexpr Scheme allreduce_between_counterparts{
    .name = "allreduce_between_counterparts",
    .summary = "parts are combined at one process of each cluster, then at one of all, and passed on the same way",
    .source = "ours; bound of Patarasuk and Yuan 2009",
    .operation = Operation::kAllreduce,
    .trees = Trees::kNone,
    .divides = true,
    .build = build_allreduce_between_counterparts,
};

}  // namespace causeway::scheme
