/// Latencies between clusters of hosts, as measuring their routes needs them.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/known_distances.hpp"
#include "causeway/discovery/latency_matrix.hpp"

#include <optional>
#include <vector>

namespace causeway::discovery {

struct ClusterLatencies {
    std::vector<std::optional<Seconds>> inside = {};  ///< [cluster] between its first two hosts, if known
    /// [from][to] that of the fastest twentieth of the pairs of their hosts (of up to twenty the fastest): what the
    /// network takes when nothing gets in the way. What is typical of a network with jitter is more, by half the
    /// jitter.
    base::SquareMatrix<Seconds> between = {};
};

/// Of all hosts.
[[nodiscard]] ClusterLatencies cluster_latencies(const LatencyMatrix& latencies, const clustering::Partition& clusters);

/// Of hosts of which some pairs are known; 0 between clusters of which none is.
[[nodiscard]] ClusterLatencies cluster_latencies(const KnownDistances& latencies,
                                                 const clustering::Partition& clusters);

}  // namespace causeway::discovery
