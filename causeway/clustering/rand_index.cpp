#include "causeway/clustering/rand_index.hpp"

#include <cassert>
#include <cstddef>
#include <vector>

namespace causeway::clustering {

namespace {

double num_pairs(std::size_t size) {
    return 0.5 * static_cast<double>(size) * (static_cast<double>(size) - 1.0);
}

/// The pairs of hosts inside the clusters.
double pairs_inside(const Partition& partition) {
    double result = 0.0;
    for (const std::vector<int>& cluster : partition) {
        result += num_pairs(cluster.size());
    }
    return result;
}

std::size_t num_hosts(const Partition& partition) {
    std::size_t result = 0;
    for (const std::vector<int>& cluster : partition) {
        result += cluster.size();
    }
    return result;
}

}  // namespace

double adjusted_rand_index(const Partition& one, const Partition& other) {
    assert(num_hosts(one) == num_hosts(other));
    if (one == other) {
        return 1.0;
    }
    std::vector<std::size_t> cluster_in_other(num_hosts(other));
    for (std::size_t c = 0; c < other.size(); ++c) {
        for (const int host : other[c]) {
            cluster_in_other[static_cast<std::size_t>(host)] = c;
        }
    }
    double pairs_in_both = 0.0;
    std::vector<std::size_t> shared(other.size());
    for (const std::vector<int>& cluster : one) {
        for (const int host : cluster) {
            ++shared[cluster_in_other[static_cast<std::size_t>(host)]];
        }
        for (const int host : cluster) {
            std::size_t& count = shared[cluster_in_other[static_cast<std::size_t>(host)]];
            pairs_in_both += num_pairs(count);
            count = 0;
        }
    }
    const double in_one = pairs_inside(one);
    const double in_other = pairs_inside(other);
    const double expected = in_one * in_other / num_pairs(num_hosts(one));
    // Zero only for two partitions into single hosts, or two into one cluster: these are equal.
    return (pairs_in_both - expected) / (0.5 * (in_one + in_other) - expected);
}

}  // namespace causeway::clustering
