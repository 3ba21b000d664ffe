/// Placement level by level: which cluster, then which host of it. What a process pays to other clusters does not
/// depend on its host, so every cluster is a problem of its own.
#pragma once

#include "causeway/mapping/placement_problem.hpp"

#include <functional>
#include <vector>

namespace causeway::mapping {

/// The place of every process among the hosts, given its place among the clusters: `place` is asked for each cluster
/// of several places, with the talks of the processes there and the places of that cluster.
[[nodiscard]] std::vector<int> within_clusters(
    const PlacementProblem& problem, const std::vector<int>& cluster_place_of,
    const std::function<std::vector<int>(const Talks&, const Target&)>& place);

}  // namespace causeway::mapping
