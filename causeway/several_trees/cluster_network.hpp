/// The clusters of a placement as a network that trees are proposed for: what data keeps busy between them, and how far
/// they are from each other.
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/several_trees/cluster_graph.hpp"

#include <optional>
#include <span>

namespace causeway::several_trees {

struct ClusterNetwork {
    explicit ClusterNetwork(ClusterGraph graph);
    ClusterNetwork(const platform::Platform& platform, const platform::Placement& placement, int root);

    /// Without links over which the way from the root, where there is one, is more than so many times as long as that
    /// to the farthest cluster, by latencies; without a root, than the shortest way between their ends. Nothing where
    /// all links are like that, or one of the clusters is not joined to the others any more.
    [[nodiscard]] std::optional<ClusterNetwork> without_detours(scheme::Operation operation, double times) const;

    /// Whether the operation's data gets from every cluster where it has to.
    [[nodiscard]] bool is_joined_for(scheme::Operation operation) const;

    [[nodiscard]] plan::ClusterTree tree_of(std::span<const int> edges) const;

    /// The trees over which a segment of what everybody has takes `segment`.
    [[nodiscard]] planner::TreeProposal proposal(planner::ClusterTrees trees, Seconds segment) const;

    ClusterGraph clusters;
    graph::Resources resources;
};

}  // namespace causeway::several_trees
