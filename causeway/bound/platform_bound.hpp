/// What nothing can beat on a platform: at the border of each cluster and host, and over all ways between clusters
/// together.
#pragma once

#include "causeway/bound/graph_bound.hpp"
#include "causeway/planner/time_bound.hpp"
#include "causeway/platform/platform.hpp"

#include <map>
#include <optional>
#include <string>

namespace causeway::bound {

/// The proof over all ways between clusters.
struct WaysBound {
    Seconds time;
    double gap = 0.0;                      ///< see GraphBound
    std::map<std::string, double> prices;  ///< of the resources that cost something; of sum 1
    std::string reason;                    ///< "the uplink of a (210 ms) and 10.4 ms of latency"
};

struct PlatformBound {
    planner::TimeBound time;  ///< the greater of planner::bound_of and of the ways'
    /// None of barriers, of one cluster, where a cluster cannot be reached, and of operations in which processes have
    /// data of their own over more clusters than kMostRoutedClusters.
    std::optional<WaysBound> ways;
};

/// Linear programs of more take longer than people wait for.
inline constexpr int kMostRoutedClusters = 32;

/// `root`: a rank; `message`: see plan::Plan::message. Throws SolverError.
[[nodiscard]] PlatformBound bound_on_platform(scheme::Operation operation, const platform::Platform& platform,
                                              const platform::Placement& placement, int root, Bytes message);

}  // namespace causeway::bound
