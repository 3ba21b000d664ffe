/// In which orders pipelines go from cluster to cluster.
#pragma once

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/plan/tree.hpp"
#include "causeway/planner/task.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

/// How the clusters are ordered, by what.
struct ClusterOrder {
    std::string name;
    std::vector<plan::ClusterSend> sends;  ///< from the root's cluster on; to every other cluster
};

/// The same between the groups of a task, by number.
struct GroupOrder {
    std::string name;  ///< a heuristic's; "ecef_la by levels"
    std::vector<inter_cluster::Send> sends;
};

/// What the heuristics that the request allows propose for the problem of the task's groups, by the reading of the
/// request and is meant for so many clusters: each for all of them at once and, where some of these are together at a
/// level of the network, for one level after the other. Each order once.
[[nodiscard]] std::vector<GroupOrder> orders_by_heuristics(const inter_cluster::ClusterProblem& problem,
                                                           const Task& task);

/// The order of least_busy_tree().
inline constexpr std::string_view kLeastBusy = "least-busy";

/// Whether an order of that name goes level by level.
[[nodiscard]] bool is_by_levels(std::string_view name);

/// The orders of clusters that pipelines follow: the shortest path through all of them, and the trees of the
/// heuristics, which decide for one segment. Those that cannot reach a cluster are left out.
[[nodiscard]] std::vector<ClusterOrder> cluster_orders(const Task& task);

}  // namespace causeway::planner
