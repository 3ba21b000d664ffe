/// The known distances of a matrix as edges, and the partition that merged sets of hosts make.
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/distance_matrix.hpp"

#include <vector>

namespace causeway::clustering {

struct Edge {
    int a = 0;
    int b = 0;
    double cost = 0.0;
};

/// Every pair with a known distance once, a < b, by increasing cost, then a, then b.
[[nodiscard]] std::vector<Edge> edges_by_cost(const platform::DistanceMatrix& matrix);

/// The partition in which host h is with all hosts of the same `label[h]`.
[[nodiscard]] Partition partition_by_label(const std::vector<int>& label);
/// [host] the cluster it is in, of so many hosts.
[[nodiscard]] std::vector<int> labels_of(const Partition& clusters, int num_hosts);

}  // namespace causeway::clustering
