/// Trees of a graph of clusters as ways between the clusters of the platform that it stands for.
#pragma once

#include "causeway/planner/planner.hpp"
#include "causeway/several_trees/cluster_graph.hpp"
#include "causeway/steady_state/packing.hpp"

#include <span>

namespace causeway::several_trees {

/// `edges`: in an order in which each leaves a node that the source or an earlier one has reached.
[[nodiscard]] plan::ClusterTree tree_between(const ClusterGraph& clusters, std::span<const int> edges);

/// The trees of a packing, each with its segments of every period; those that are worth none are left out.
[[nodiscard]] planner::ClusterTrees in_periods(const ClusterGraph& clusters, const steady_state::Packing& packing);

}  // namespace causeway::several_trees
