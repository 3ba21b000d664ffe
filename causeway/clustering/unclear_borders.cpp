#include "causeway/clustering/unclear_borders.hpp"

#include "causeway/clustering/homogeneous.hpp"
#include "causeway/clustering/typical_distance.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::clustering {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

/// How far hosts are inside a cluster, and how many say so.
struct Inside {
    double distance = kUnknown;
    std::size_t hosts = 0;
};

/// What counts of two clusters: the narrower one; but two hosts may be nearer than usual by chance.
double inside_of(const Inside& one, const Inside& other) {
    const bool is_one_sure = one.hosts >= kLeastAlike;
    const bool is_other_sure = other.hosts >= kLeastAlike;
    if (is_one_sure != is_other_sure) {
        return is_one_sure ? one.distance : other.distance;
    }
    const auto [narrower, wider] = std::minmax(one.distance, other.distance);
    return is_one_sure || wider == kUnknown ? narrower : wider;
}

struct Border {
    std::size_t one = 0;
    std::size_t other = 0;
};

/// The one over which hosts are the fewest times as far from each other as inside its clusters, and not more than
/// `most` times.
std::optional<Border> least_clear(const Partition& partition, const platform::DistanceMatrix& matrix, double most,
                                  double far) {
    std::vector<Inside> inside;
    std::ranges::transform(partition, std::back_inserter(inside), [&](const std::vector<int>& cluster) {
        return Inside{typical_inside(cluster, matrix).value_or(kUnknown), cluster.size()};
    });
    std::optional<Border> result;
    for (std::size_t one = 0; one < partition.size(); ++one) {
        for (std::size_t other = one + 1; other < partition.size(); ++other) {
            const double own = inside_of(inside[one], inside[other]);
            if (own == kUnknown) {
                continue;
            }
            const double between = typical_between(partition[one], partition[other], matrix).value_or(kUnknown);
            if (between <= far && between <= most * own) {
                most = between / own;
                result = {one, other};
            }
        }
    }
    return result;
}

}  // namespace

Partition without_unclear_borders(Partition partition, const platform::DistanceMatrix& matrix, double tolerance,
                                  double far) {
    while (const std::optional<Border> border = least_clear(partition, matrix, 1.0 + tolerance, far)) {
        std::vector<int>& kept = partition[border->one];
        std::ranges::copy(partition[border->other], std::back_inserter(kept));
        std::ranges::sort(kept);
        partition.erase(partition.begin() + static_cast<std::ptrdiff_t>(border->other));
    }
    return partition;
}

}  // namespace causeway::clustering
