/// A way that messages take, and what it costs.
#pragma once

#include "causeway/fit/plogp_fit.hpp"

#include <optional>
#include <utility>

namespace causeway::discovery {

struct Route {
    enum class Kind { kWithinHost, kWithinCluster, kBetweenClusters };

    Kind kind = Kind::kWithinCluster;
    int from = 0;           ///< a cluster
    int to = 0;             ///< a cluster; `from` itself unless between clusters
    bool symmetric = true;  ///< false: the other direction is another route
    fit::PlogpMeasurement measurement = {};
    /// The comparison with the way back, where there was one.
    std::optional<platform::DirectionTest> directions = {};
    bool is_monitored = false;  ///< taken from monitoring data (monitored_routes.hpp) instead of measured
    /// The clusters between which it was measured, where their route stands for it (cluster_groups.hpp).
    std::optional<std::pair<int, int>> stands_in = {};

    friend bool operator==(const Route&, const Route&) = default;
};

}  // namespace causeway::discovery
