#include "causeway/clustering/homogeneous.hpp"

#include "causeway/clustering/typical_distance.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::clustering {

namespace {

bool are_far_apart(const std::vector<int>& cluster, const platform::DistanceMatrix& matrix, double far) {
    const std::optional<double> inside = typical_inside(cluster, matrix);
    return inside && *inside > far;
}

bool are_alike(int a, int b, const platform::DistanceMatrix& matrix, double tolerance) {
    const std::optional<double> own = matrix.between(a, b);
    for (int other = 0; other < matrix.size(); ++other) {
        const std::optional<double> from_a = matrix.between(a, other);
        const std::optional<double> from_b = matrix.between(b, other);
        if (other == a || other == b || !from_a || !from_b) {
            continue;
        }
        const auto [nearer, further] = std::minmax(*from_a, *from_b);
        if (further > (1.0 + tolerance) * nearer || own > (1.0 + tolerance) * nearer) {
            return false;
        }
    }
    return true;
}

/// The parts of one cluster.
Partition parts_of(const std::vector<int>& cluster, const platform::DistanceMatrix& matrix, double tolerance) {
    Partition alike;
    for (const int host : cluster) {
        const auto part = std::find_if(alike.begin(), alike.end(), [&](const std::vector<int>& hosts) {
            return std::all_of(hosts.begin(), hosts.end(),
                               [&](int other) { return are_alike(host, other, matrix, tolerance); });
        });
        if (part != alike.end()) {
            part->push_back(host);
        } else {
            alike.push_back({host});
        }
    }
    Partition parts;
    for (const std::vector<int>& hosts : alike) {
        if (hosts.size() >= kLeastAlike) {
            parts.push_back(hosts);
        } else {
            std::ranges::transform(hosts, std::back_inserter(parts), [](int host) { return std::vector{host}; });
        }
    }
    return parts;
}

}  // namespace

Partition homogeneous_parts(const Partition& partition, const platform::DistanceMatrix& matrix, double tolerance,
                            double far) {
    Partition result;
    for (const std::vector<int>& cluster : partition) {
        if (are_far_apart(cluster, matrix, far)) {
            std::ranges::copy(parts_of(cluster, matrix, tolerance), std::back_inserter(result));
        } else {
            result.push_back(cluster);
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace causeway::clustering
