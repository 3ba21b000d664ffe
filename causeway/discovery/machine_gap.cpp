#include "causeway/discovery/machine_gap.hpp"

#include "causeway/policy/measurement.hpp"

#include <cstddef>

namespace causeway::discovery {

std::optional<Seconds> machine_gap(std::span<const BusyTrip> trips, Bytes size,
                                   std::span<const platform::Cluster> clusters) {
    Seconds all;
    Seconds alone;
    Seconds on_way;
    for (const BusyTrip& trip : trips) {
        const std::optional<platform::Plogp>& plogp = clusters[static_cast<std::size_t>(trip.cluster)].plogp;
        if (!plogp) {
            return std::nullopt;
        }
        const Seconds gap = plogp->gap_of(size);
        all += trip.time;
        alone += 2.0 * (plogp->transit_of(size) + gap);
        on_way += 2.0 * gap;
    }
    if (all <= policy::kContentionMatters * alone) {
        return std::nullopt;
    }
    const auto pairs = static_cast<double>(trips.size());
    return (all - on_way) / (2.0 * pairs * pairs);
}

}  // namespace causeway::discovery
