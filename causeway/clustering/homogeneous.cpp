#include "causeway/clustering/homogeneous.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::clustering {

namespace {

/// So many times as far as the own hosts is far enough to tell a network from what is around it.
constexpr double kLoose = 2.0;

bool is_loose(const std::vector<int>& cluster, const platform::DistanceMatrix& matrix, double far) {
    std::vector<double> inside;
    double nearest = std::numeric_limits<double>::infinity();
    for (const int host : cluster) {
        for (int other = 0; other < matrix.size(); ++other) {
            const std::optional<double> distance = matrix.between(host, other);
            if (!distance || other == host) {
                continue;
            }
            if (std::binary_search(cluster.begin(), cluster.end(), other)) {
                inside.push_back(*distance);
            } else {
                nearest = std::min(nearest, *distance);
            }
        }
    }
    const double typical = inside.empty() ? 0.0 : statistics::median(std::move(inside));
    return typical > far && (nearest < kLoose * typical || nearest == std::numeric_limits<double>::infinity());
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
    Partition parts;
    for (const int host : cluster) {
        const auto part = std::find_if(parts.begin(), parts.end(), [&](const std::vector<int>& hosts) {
            return std::all_of(hosts.begin(), hosts.end(),
                               [&](int other) { return are_alike(host, other, matrix, tolerance); });
        });
        if (part != parts.end()) {
            part->push_back(host);
        } else {
            parts.push_back({host});
        }
    }
    return parts;
}

}  // namespace

Partition homogeneous_parts(const Partition& partition, const platform::DistanceMatrix& matrix, double tolerance,
                            double far) {
    Partition result;
    for (const std::vector<int>& cluster : partition) {
        if (is_loose(cluster, matrix, far)) {
            std::ranges::copy(parts_of(cluster, matrix, tolerance), std::back_inserter(result));
        } else {
            result.push_back(cluster);
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace causeway::clustering
