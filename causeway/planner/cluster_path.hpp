/// The best order in which a pipeline can visit the clusters one after another.
#pragma once

#include "causeway/inter_cluster/cluster_problem.hpp"

#include <cstdint>
#include <vector>

namespace causeway::planner {

/// A path from the problem's root through all clusters for `segments` segments of the size that the
/// problem's gaps are for: least (sum of latencies and gaps on the way) + (segments - 1) * (largest gap on
/// the way). Exhaustive up to 8 clusters; beyond, from each cluster on to the one that is cheapest to reach.
/// Empty when there is no path.
[[nodiscard]] std::vector<inter_cluster::Send> best_path(const inter_cluster::ClusterProblem& problem,
                                                         std::int64_t segments);

}  // namespace causeway::planner
