/// Random platforms of several sites, none like another.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/platform/platform.hpp"

namespace causeway::study {

/// What numbers of sites and hosts are drawn from, both ends included.
struct PlatformRanges {
    int fewest_sites = 4;
    int most_sites = 16;
    int most_hosts = 8;  ///< of a site; at least one
};

/// Sites "s0", "s1", ... with hosts "s0h0", ..., each joined to each. Capacities of links, uplinks and downlinks and
/// latencies between sites are log-uniform over two decades: 1 to 100 MB/s, 0.5 to 50 ms; inside, 110 MB/s and 50 us.
/// Every message costs 5 to 50 us to start.
[[nodiscard]] platform::Platform random_platform(const PlatformRanges& ranges, base::Random& random);

}  // namespace causeway::study
