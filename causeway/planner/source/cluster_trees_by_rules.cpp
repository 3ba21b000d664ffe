/// From every cluster a tree by the same rule: for each promising tree from the first cluster, the tree that the same
/// heuristic makes, with the same strategies inside, from every other; where one has no such tree, its best.
///
/// Source: Steffenel 2006, sections 4 and 5, of each tree.
#include "causeway/planner/promising_trees.hpp"
#include "causeway/planner/source/source.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::planner {

namespace {

using plan::Tree;
using scheme::Scheme;
using scheme::Trees;

/// Clusters from each of which trees are made by all rules.
constexpr std::size_t kMostByRules = scheme::kMostSharedTrees;

/// None where some cluster has no tree.
std::vector<TreesOfClusters> trees_by_same_rules(Search& search) {
    const std::vector<plan::ClusterGroup>& groups = search.task().groups;
    std::vector<TreesOfClusters> result;
    for (const TreeCandidate& first : promising(search.trees_of_root(groups.front().coordinator()))) {
        const Rule rule = rule_of(first.tree);
        TreesOfClusters trees{first.tree};
        for (std::size_t g = 1; g < groups.size(); ++g) {
            const std::vector<TreeCandidate>& all = search.trees_of_root(groups[g].coordinator());
            if (all.empty()) {
                return {};
            }
            const auto same = std::ranges::find(all, rule, [](const TreeCandidate& one) { return rule_of(one.tree); });
            trees.push_back(same == all.end() ? all.front().tree : same->tree);
        }
        result.push_back(std::move(trees));
    }
    return result;
}

/// What one process has for another takes one way, the shortest: what trees do for data that all want wins nothing.
/// Where an order or the scheme is forced there is a plan for any size.
bool is_for_all(const Search& search) {
    const Request& request = search.task().request;
    return !scheme::has_blocks_of_pairs(request.operation) || request.forced || search.is_ordered();
}

void offer_cluster_trees_by_rules(Search& search, const Scheme* scheme) {
    if (search.task().groups.size() <= kMostByRules && is_for_all(search)) {
        for (TreesOfClusters& trees : trees_by_same_rules(search)) {
            search.offer(plan_over(search.task(), *scheme, std::move(trees)));
        }
    }
}

}  // namespace

extern constexpr Source cluster_trees_by_rules{
    .name = "cluster_trees_by_rules",
    .summary = "from each cluster a tree by the same heuristic and the same strategies inside",
    .source = "Steffenel 2006, sections 4 and 5",
    .trees = Trees::kPerCluster,
    .offer = offer_cluster_trees_by_rules,
};

}  // namespace causeway::planner
