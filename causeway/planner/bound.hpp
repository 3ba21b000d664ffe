/// What no broadcast can beat on a platform.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <string>

namespace causeway::planner {

/// A lower bound and what makes it.
struct Bound {
    Seconds time;
    std::string reason;  ///< "the downlink of c, after 10.4 ms of latency from a"
};

/// Every cluster must take in the message once, by the fastest of the links that lead to it, and its first
/// byte cannot be there before the latencies on the way from the root. Inside the clusters the same holds
/// for the hosts. A wire bound: rates and latencies as the platform states them, no start-up costs.
[[nodiscard]] Bound broadcast_bound(const platform::Platform& platform, const platform::Placement& placement, int root,
                                    Bytes message);

}  // namespace causeway::planner
