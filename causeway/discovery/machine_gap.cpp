#include "causeway/discovery/machine_gap.hpp"

#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::discovery {

namespace {

/// Sums over all pairs.
struct Together {
    Seconds trips;   ///< as they were
    Seconds alone;   ///< as they are of a pair alone
    Seconds on_way;  ///< of that, data between the hosts
};

std::optional<Together> together(const BusyTrips& trips, std::span<const platform::Cluster> clusters) {
    Together result;
    for (const BusyTrips::Trip& trip : trips.trips) {
        const std::optional<platform::Plogp>& plogp = clusters[static_cast<std::size_t>(trip.cluster)].plogp;
        if (!plogp) {
            return std::nullopt;
        }
        const Seconds gap = plogp->gap_of(trips.size);
        result.trips += trip.time;
        result.alone += 2.0 * (plogp->transit_of(trips.size) + gap);
        result.on_way += 2.0 * gap;
    }
    return result;
}

}  // namespace

std::optional<statistics::PiecewiseLinear> machine_gap(std::span<const BusyTrips> trips,
                                                       std::span<const platform::Cluster> clusters) {
    std::vector<statistics::PiecewiseLinear::Point> points;
    for (const BusyTrips& of_size : trips) {
        const std::optional<Together> sums = together(of_size, clusters);
        if (!sums || (points.empty() && sums->trips < policy::kContentionMatters * sums->alone)) {
            return std::nullopt;
        }
        const auto pairs = static_cast<double>(of_size.trips.size());
        const double each = (sums->trips - sums->on_way).value() / (2.0 * pairs * pairs);
        const double least = points.empty() ? 0.0 : points.back().y;
        points.push_back({static_cast<double>(of_size.size.value()), std::max(least, each)});
    }
    return points.empty() ? std::nullopt : std::optional(statistics::PiecewiseLinear(points));
}

}  // namespace causeway::discovery
