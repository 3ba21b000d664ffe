/// From trees on the graph of a platform's clusters to a plan that jobs run: what `causeway tree` found, exported.
#pragma once

#include "causeway/planner/planner.hpp"
#include "causeway/several_trees/cluster_graph.hpp"
#include "causeway/steady_state/packing.hpp"

#include <optional>
#include <string>

namespace causeway::several_trees {

/// The plan of a broadcast or a reduction of `message` bytes in which segments take the trees of `packing` in turn, of
/// the segment size and with what is done inside the clusters that are predicted to take least; verified symbolically
/// (plan::verify). The trees lead from the source on, also those of a reduction. The root is the first process of the
/// source's cluster. `order` is what made the trees, for reports. Nothing if the planner finds no way to use them:
/// fewer than two clusters, or links without figures.
[[nodiscard]] std::optional<planner::Candidate> plan_over_trees(const platform::Platform& platform,
                                                                const platform::Placement& placement,
                                                                const ClusterGraph& clusters,
                                                                scheme::Operation operation, int source, Bytes message,
                                                                const steady_state::Packing& packing,
                                                                const std::string& order);

}  // namespace causeway::several_trees
