/// The levels of the network as discovery finds them: hosts, LANs, sites, and what is between these.
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/platform.hpp"

#include <vector>

namespace causeway::discovery {

/// The levels of `platform`, whose `clusters` `method` has found from `latencies` (in seconds, hosts in any order). A
/// method that finds a hierarchy says them all; of any other its clusters are one, and those above are found
/// among these by their mean distances, with the `multilevel` method. Nothing for a single cluster, which is no more
/// than the platform says already. Each level is named after the distance inside its clusters: LAN, site, WAN.
[[nodiscard]] std::vector<platform::Level> levels_of(const platform::DistanceMatrix& latencies,
                                                     const clustering::Method& method,
                                                     const platform::Platform& platform);

}  // namespace causeway::discovery
