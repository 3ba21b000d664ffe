/// Over one tree at a time: the promising ones from the operation's root, or from the central clusters.
///
/// Source: Steffenel 2006, sections 4 and 5, of the trees.
#include "causeway/planner/central_groups.hpp"
#include "causeway/planner/promising_trees.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::planner {

namespace {

using scheme::Scheme;
using scheme::Trees;

void offer_trees_from(Search& search, const Scheme& scheme, int root) {
    for (plan::Tree& tree : promising(search.trees_of_root(root))) {
        search.offer(plan_over(
            search.task(), scheme,
            {scheme.has_middle_edge ? with_longest_branch_first(std::move(tree), search.down()) : std::move(tree)}));
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
