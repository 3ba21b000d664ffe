/// Clusters and flows for tests of uplinks.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/uplink_estimate.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

namespace causeway::discovery {

/// Clusters of so many hosts, numbered from 0.
inline clustering::Partition clusters_of(int num_clusters, int hosts_each) {
    clustering::Partition result(static_cast<std::size_t>(num_clusters));
    int host = 0;
    for (std::vector<int>& cluster : result) {
        cluster.resize(static_cast<std::size_t>(hosts_each));
        std::iota(cluster.begin(), cluster.end(), host);
        host += hosts_each;
    }
    return result;
}

/// One flow over every link.
inline std::vector<Flow> one_flow_each(const clustering::Partition& clusters) {
    return flows_over_all_links(clusters, base::SquareMatrix<int>(static_cast<int>(clusters.size()), 1));
}

}  // namespace causeway::discovery
