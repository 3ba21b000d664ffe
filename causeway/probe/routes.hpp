/// What a transfer costs inside every cluster, between every two, and inside hosts.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/probe/cluster_latencies.hpp"
#include "causeway/probe/hosts.hpp"
#include "causeway/probe/plogp_fit.hpp"

#include <mpi.h>

#include <optional>
#include <utility>
#include <vector>

namespace causeway::probe {

/// A way that messages take, and what it costs.
struct Route {
    enum class Kind { kWithinHost, kWithinCluster, kBetweenClusters };

    Kind kind = Kind::kWithinCluster;
    int from = 0;           ///< a cluster
    int to = 0;             ///< a cluster; `from` itself unless between clusters
    bool symmetric = true;  ///< false: the other direction is another route
    PlogpMeasurement measurement = {};
    /// The comparison with the way back, where there was one.
    std::optional<platform::DirectionTest> directions = {};
    bool is_monitored = false;  ///< taken from monitoring data (monitored_routes.hpp) instead of measured

    friend bool operator==(const Route&, const Route&) = default;
};

/// Measures one representative pair of hosts in each cluster (all clusters at once), one between each
/// two clusters (disjoint pairs of clusters at once, their first hosts), and one pair of processes on a
/// host of each cluster that runs several. The opposite direction between clusters is sampled, and
/// measured in full if it differs. C(C - 1)/2 + C experiments for C clusters.
///
/// `clusters`: of the hosts of `layout`; `latencies`: theirs, needed on the lowest rank of every
/// host; they say which routes need how much of the time. `not_measured`: pairs of clusters, the lower one first, whose
/// routes are known from elsewhere; the same on every rank. No other messages of `comm` may be under way. Collective
/// over `comm`; all routes on rank 0, none elsewhere. Throws MpiError.
[[nodiscard]] std::vector<Route> measure_routes(MPI_Comm comm, const HostLayout& layout,
                                                const clustering::Partition& clusters,
                                                const ClusterLatencies& latencies, Seconds budget,
                                                const std::vector<std::pair<int, int>>& not_measured = {});

}  // namespace causeway::probe
