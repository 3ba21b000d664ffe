/// Over the trees that an optimiser proposed, which share what processes have; inside the clusters as the promising
/// trees do.
///
/// Source: Zhao et al. 2024 (ForestColl), of allgather and reduce-scatter.
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Tree;
using scheme::Scheme;
using scheme::Trees;

Tree shared_tree(const Task& task, const plan::ClusterTree& proposed, const strategy::TunedStrategy& inside) {
    const Bytes message = task.request.message;
    Tree tree = whole_tree(task.group_of(proposed.sends.front().from).coordinator(), message, "packing", proposed.sends,
                           inside_clusters(task, inside, message));
    tree.carries = proposed.carries;
    return tree;
}

void offer_shared_trees(Search& search, const Scheme* scheme) {
    const Task& task = search.task();
    if (search.is_ordered() || task.request.trees.empty()) {
        return;
    }
    std::vector<strategy::TunedStrategy> inside = search.strategies_inside();
    if (scheme::has_blocks_of_pairs(scheme->operation)) {
        inside.resize(std::min<std::size_t>(1, inside.size()));  // everybody sends for itself
    }
    for (const ClusterTrees& proposal : worth_a_look(task.request.trees, task.request.message, search.least())) {
        for (const strategy::TunedStrategy& tuned : inside) {
            std::vector<Tree> trees;
            for (const plan::ClusterTree& one : proposal) {
                trees.push_back(shared_tree(task, one, tuned));
            }
            plan::Plan plan = plan_over(search.task(), *scheme, std::move(trees));
            if (!scheme::has_owned_blocks(scheme->operation)) {
                plan.block = policy::kSmallestBlock;
            }
            search.offer(std::move(plan));
        }
    }
}

}  // namespace

extern constexpr Source shared_trees{
    .name = "shared_trees",
    .summary = "over several trees that were proposed and share what processes have",
    .source = "Zhao et al. 2024, ForestColl",
    .trees = Trees::kShared,
    .offer = offer_shared_trees,
};

}  // namespace causeway::planner
