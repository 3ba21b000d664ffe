/// Over a tree that depends on the ranks alone: where results must not change from run to run, and where the ranks of
/// no cluster follow each other, so that no other tree combines operands in their order.
///
/// Source: the binomial tree of MPI libraries, in which every subtree is a run of ranks.
#include "causeway/planner/source/source.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace causeway::planner {

namespace {

using scheme::Operation;
using scheme::Scheme;
using scheme::Trees;

void offer_in_rank_order(Search& search, const Scheme* scheme) {
    plan::Plan plan = plan_over(search.task(), *scheme);
    if (plan.in_rank_order) {
        plan.is_by_rank = true;
        plan.block = std::min(policy::kSmallestBlock, plan.message);
        search.offer(std::move(plan));
    }
}

}  // namespace

std::optional<Candidate> candidate_by_rank(const Task& task) {
    const Operation operation = task.request.operation;
    const std::string_view name = operation == Operation::kReduce          ? "reduce_over_tree"
                                  : operation == Operation::kAllreduce     ? "allreduce_over_tree"
                                  : operation == Operation::kReduceScatter ? "reduce_scatter_over_tree"
                                  : operation == Operation::kScan          ? "scan_by_recursive_doubling"
                                                                           : "";
    const Scheme* scheme = scheme::schemes().find(name);
    if (scheme == nullptr) {
        return std::nullopt;
    }
    plan::Plan plan = plan_over(task, *scheme);
    plan.is_by_rank = true;
    plan.block = scheme::has_owned_blocks(operation) ? task.request.message : policy::kReproducibleBlock;
    if (plan.in_rank_order && !plan::keeps_rank_order(plan, task.placement)) {
        return std::nullopt;
    }
    return Candidate{std::move(plan), Seconds::infinity()};
}

extern constexpr Source in_rank_order{
    .name = "in_rank_order",
    .summary = "over a tree of the ranks, where operands are combined in their order",
    .source = "the binomial tree of MPI libraries",
    .trees = Trees::kOne,
    .offer = offer_in_rank_order,
};

}  // namespace causeway::planner
