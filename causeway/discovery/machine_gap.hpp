/// The least time between two messages of all processes of hosts that are one machine with too few processors.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/statistics/piecewise_linear.hpp"

#include <optional>
#include <span>
#include <vector>

namespace causeway::discovery {

/// Round trips of messages of `size`, there and back, of pairs of hosts that all exchange them at once.
struct BusyTrips {
    struct Trip {
        int cluster = 0;  ///< index, of both hosts
        Seconds time;
    };

    Bytes size;
    std::vector<Trip> trips;  ///< [pair]
};

/// Over the message size (platform::Platform::shared_gap). A round trip takes as long as its data is on its way, and as
/// all pairs' messages occupy processors, of which one part may pass during the other (the bounds of closed queueing
/// networks; Denning and Buzen 1978): so much at least as it takes beyond the former. Nothing where round trips are
/// hardly longer than those of a pair alone, or clusters have no figures. `trips`: of sizes in rising order.
[[nodiscard]] std::optional<statistics::PiecewiseLinear> machine_gap(std::span<const BusyTrips> trips,
                                                                     std::span<const platform::Cluster> clusters);

}  // namespace causeway::discovery
