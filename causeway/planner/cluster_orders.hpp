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

/// The orders of clusters that pipelines follow: the shortest path through all of them, and the trees of the
/// heuristics, which decide for one segment. Those that cannot reach a cluster are left out.
[[nodiscard]] std::vector<ClusterOrder> cluster_orders(const Task& task);

}  // namespace causeway::planner
