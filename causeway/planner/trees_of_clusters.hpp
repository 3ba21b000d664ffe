/// Trees from every cluster at once, for what processes have of their own and what all hear of all.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/planner/candidates.hpp"

#include <vector>

namespace causeway::planner {

/// One tree from each cluster, in the order of the task's groups.
using TreesOfClusters = std::vector<plan::Tree>;

/// All trees from a rank, best first.
using TreesOfRoot = base::FunctionRef<const std::vector<TreeCandidate>&(int root)>;

/// For each promising tree from the first cluster: the same rule from every cluster; where one has no such tree, its
/// best. None where some cluster has no tree.
[[nodiscard]] std::vector<TreesOfClusters> trees_by_rules(const Task& task, TreesOfRoot trees_of_root);

/// From every cluster the tree of the shortest ways (Dijkstra 1959) of a message of this size, those to whom the
/// longest ways lead first; one for each strategy inside the clusters that a promising tree from the first cluster has.
/// None where some cluster is not reached.
[[nodiscard]] std::vector<TreesOfClusters> trees_by_shortest_ways(const Task& task, Bytes message,
                                                                  TreesOfRoot trees_of_root);

/// The different strategies inside the clusters of the promising ones among `trees`.
[[nodiscard]] std::vector<strategy::TunedStrategy> strategies_inside(const std::vector<TreeCandidate>& trees);

}  // namespace causeway::planner
