/// The least time between two messages of all processes of hosts that are one machine with too few processors.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <span>

namespace causeway::discovery {

/// Of a message there and one back between two hosts of a cluster, while all other pairs exchange some, too.
struct BusyTrip {
    int cluster = 0;  ///< index
    Seconds time;
};

/// What a message holds the machine for, whatever its size: it has to be sent, passed on and received by processes that
/// wait for their turns; what its bytes cost shows in the gaps. A round trip takes as long as its data is on its way,
/// and as all pairs' messages occupy processors, of which one part may pass during the other (the bounds of closed
/// queueing networks; Denning and Buzen 1978): so much at least as it takes beyond the former. Nothing where round
/// trips are hardly longer than those of a pair alone, or clusters have no figures. `trips`: [pair], of messages of
/// `size`.
[[nodiscard]] std::optional<Seconds> machine_gap(std::span<const BusyTrip> trips, Bytes size,
                                                 std::span<const platform::Cluster> clusters);

}  // namespace causeway::discovery
