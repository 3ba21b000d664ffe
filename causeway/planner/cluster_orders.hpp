/// In which orders pipelines go from cluster to cluster.
#pragma once

#include "causeway/plan/tree.hpp"
#include "causeway/planner/candidates.hpp"

#include <string>
#include <vector>

namespace causeway::planner {

/// How the clusters are ordered, by what.
struct ClusterOrder {
    std::string name;
    std::vector<plan::ClusterSend> sends;  ///< from the root's cluster on; to every other cluster
};

/// Those that the request allows: all, or the one that is forced.
[[nodiscard]] std::vector<const inter_cluster::Heuristic*> heuristics_for(const Task& task);

/// What the heuristic proposes, by the reading of the request. Throws InputError when the problem has no such root.
[[nodiscard]] std::vector<inter_cluster::Send> order_by(const inter_cluster::Heuristic& heuristic,
                                                        const inter_cluster::ClusterProblem& problem, const Task& task);

/// The orders of clusters that pipelines follow: the shortest path through all of them, and the trees of the
/// heuristics, which decide for one segment. Those that cannot reach a cluster are left out.
[[nodiscard]] std::vector<ClusterOrder> cluster_orders(const Task& task);

}  // namespace causeway::planner
