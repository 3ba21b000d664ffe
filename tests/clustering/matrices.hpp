/// Matrices with known clusters, and partitions in forms that are easy to compare.
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/distance_matrix.hpp"

#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace causeway::clustering {

using platform::DistanceMatrix;

inline DistanceMatrix unknown_distances(int size) {
    DistanceMatrix matrix;
    for (int h = 0; h < size; ++h) {
        matrix.names.push_back(std::to_string(h));
    }
    matrix.distances = base::SquareMatrix<std::optional<double>>(size);
    return matrix;
}

inline void set_both(DistanceMatrix& matrix, int a, int b, double distance) {
    matrix.distances(a, b) = distance;
    matrix.distances(b, a) = distance;
}

/// A uniform number in [0, 1), the same with every library.
inline double uniform(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11U) * 0x1p-53;
}

inline std::vector<std::size_t> sizes_of(const Partition& partition) {
    std::vector<std::size_t> sizes;
    for (const std::vector<int>& cluster : partition) {
        sizes.push_back(cluster.size());
    }
    return sizes;
}

inline std::vector<std::vector<std::string>> names_in(const Partition& partition, const DistanceMatrix& matrix) {
    std::vector<std::vector<std::string>> result;
    for (const std::vector<int>& cluster : partition) {
        result.emplace_back();
        for (const int host : cluster) {
            result.back().push_back(matrix.names[static_cast<std::size_t>(host)]);
        }
    }
    return result;
}

/// The partition as sets of names: what does not depend on the order of hosts.
inline std::set<std::set<std::string>> as_sets(const Partition& partition, const DistanceMatrix& matrix) {
    std::set<std::set<std::string>> result;
    for (const std::vector<std::string>& names : names_in(partition, matrix)) {
        result.insert(std::set<std::string>(names.begin(), names.end()));
    }
    return result;
}

inline DistanceMatrix shuffled(const DistanceMatrix& matrix, std::mt19937_64& random) {
    std::vector<int> order(static_cast<std::size_t>(matrix.size()));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[random() % i]);
    }
    DistanceMatrix result = unknown_distances(matrix.size());
    for (int a = 0; a < matrix.size(); ++a) {
        const int from = order[static_cast<std::size_t>(a)];
        result.names[static_cast<std::size_t>(a)] = matrix.names[static_cast<std::size_t>(from)];
        for (int b = 0; b < matrix.size(); ++b) {
            result.distances(a, b) = matrix.distances(from, order[static_cast<std::size_t>(b)]);
        }
    }
    return result;
}

/// Steffenel, Table 4: latency between the hosts of two clusters in microseconds; on the diagonal inside one.
inline DistanceMatrix grid5000_hosts() {
    constexpr std::array<int, 6> kSizes{31, 29, 6, 1, 1, 20};
    constexpr double kNone = -1.0;
    constexpr std::array<std::array<double, 6>, 6> kLatency{{
        {47.56, 62.10, 12181.52, 12187.24, 12197.49, 5210.99},
        {62.10, 47.92, 12181.52, 12198.03, 12195.22, 5211.47},
        {12181.52, 12181.52, 35.52, 60.08, 60.08, 5388.49},
        {12187.24, 12198.03, 60.08, kNone, 242.47, 5393.98},
        {12197.49, 12195.22, 60.08, 242.47, kNone, 5394.10},
        {5210.99, 5211.47, 5388.49, 5393.98, 5394.10, 27.53},
    }};
    std::vector<std::size_t> cluster_of;
    for (std::size_t c = 0; c < kSizes.size(); ++c) {
        cluster_of.insert(cluster_of.end(), static_cast<std::size_t>(kSizes[c]), c);
    }
    const int size = static_cast<int>(cluster_of.size());
    DistanceMatrix matrix = unknown_distances(size);
    for (int a = 0; a < size; ++a) {
        for (int b = a + 1; b < size; ++b) {
            const double latency =
                kLatency[cluster_of[static_cast<std::size_t>(a)]][cluster_of[static_cast<std::size_t>(b)]];
            set_both(matrix, a, b, latency);
        }
    }
    return matrix;
}

}  // namespace causeway::clustering
