/// Over one tree at a time: the promising ones from the operation's root, or from the central clusters.
///
/// Source: Steffenel 2006, sections 4 and 5, of the trees.
#include "causeway/planner/central_groups.hpp"
#include "causeway/planner/hops.hpp"
#include "causeway/planner/promising_trees.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

namespace causeway::planner {

namespace {

using scheme::Scheme;
using scheme::Trees;

/// Data that is one process's alone is sent again by every process on its way.
bool is_too_deep(const Task& task, const plan::Tree& tree) {
    const scheme::Operation operation = task.request.operation;
    if (!scheme::is_rooted(operation) || !scheme::has_owned_blocks(operation) || task.request.forced) {
        return false;
    }
    const std::vector<int> hops = hops_of(tree, task.placement);
    return std::accumulate(hops.begin(), hops.end(), std::int64_t{0}) > policy::kMostHops * std::ssize(hops);
}

/// Over which a broadcast takes longer than the best plan: combining data that all have takes no less.
bool is_too_slow(const Search& search, const TreeCandidate& tree) {
    const scheme::Operation operation = search.task().request.operation;
    return scheme::combines(operation) && !scheme::has_owned_blocks(operation) &&
           tree.time > policy::kEstimatesTooLong * search.least();
}

void offer_trees_from(Search& search, const Scheme& scheme, int root) {
    const auto is_wanted = [&](const TreeCandidate& one) { return !is_too_deep(search.task(), one.tree); };
    for (TreeCandidate& one : promising(search.trees_of_root(root), is_wanted)) {
        if (!is_too_slow(search, one)) {
            search.offer(
                plan_over(search.task(), scheme,
                          {scheme.has_middle_edge ? with_longest_branch_first(std::move(one.tree), search.down())
                                                  : std::move(one.tree)}));
        }
    }
}

void offer_over_one_tree(Search& search, const Scheme* scheme) {
    const Task& task = search.task();
    if (scheme::is_rooted(scheme->operation)) {
        offer_trees_from(search, *scheme, task.request.root);
        return;
    }
    for (const int group : central_groups(task, std::min(policy::kSmallestBlock, task.request.message))) {
        offer_trees_from(search, *scheme, task.groups[static_cast<std::size_t>(group)].coordinator());
    }
}

}  // namespace

extern constexpr Source over_one_tree{
    .name = "over_one_tree",
    .summary = "over one promising tree, from the root or from a central cluster",
    .source = "Steffenel 2006, sections 4 and 5",
    .trees = Trees::kOne,
    .offer = offer_over_one_tree,
};

}  // namespace causeway::planner
