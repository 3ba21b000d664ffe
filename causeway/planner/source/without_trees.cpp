/// Without a tree: everybody sends to everybody whom it concerns, or to whom the scheme says for its cluster.
///
/// Source: each scheme's own.
#include "causeway/planner/source/source.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <utility>

namespace causeway::planner {

namespace {

using scheme::Scheme;
using scheme::Trees;

void offer_without_trees(Search& search, const Scheme* scheme) {
    if (search.is_ordered()) {
        return;
    }
    plan::Plan plan = plan_over(search.task(), *scheme);
    if (!scheme::has_owned_blocks(scheme->operation)) {
        plan.block = std::min(policy::kSmallestBlock, plan.message);
    }
    if (scheme->divides && plan.num_blocks() < search.task().placement.num_processes()) {
        return;  // some would have no part: others' latencies come first
    }
    search.offer(std::move(plan));
}

}  // namespace

extern constexpr Source without_trees{
    .name = "without_trees",
    .summary = "everybody to everybody whom it concerns",
    .source = "each scheme's own",
    .trees = Trees::kNone,
    .offer = offer_without_trees,
};

}  // namespace causeway::planner
