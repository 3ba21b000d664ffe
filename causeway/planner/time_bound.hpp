/// What nothing can beat on a platform.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

#include <string>

namespace causeway::planner {

/// A lower bound and what makes it.
struct TimeBound {
    Seconds time;
    std::string reason;  ///< "4 MiB once into c (210 ms) and 10.4 ms of latency"
};

/// Every cluster must take in the message once, and its first byte cannot be there before the latencies on the way from
/// the root; the root's cluster must let it out once. In whatever pieces are fastest, and where the capacity of the
/// cluster's downlink (uplink) is known, over all its links at once, as far as that capacity goes; else by the fastest
/// of them, one transfer at a time. Inside the root's cluster the same holds for the hosts. Infinite when a cluster
/// cannot be reached.
[[nodiscard]] TimeBound broadcast_bound(const platform::Platform& platform, const platform::Placement& placement,
                                        int root, Bytes message);

/// The same of any operation, with the data that must enter and leave each cluster: of a reduction one vector of
/// combined data, of an operation in which processes have data of their own what is for processes inside, or comes from
/// there. Nothing is known of what happens inside clusters but for a broadcast. `message`: see plan::Plan::message.
[[nodiscard]] TimeBound bound_of(scheme::Operation operation, const platform::Platform& platform,
                                 const platform::Placement& placement, int root, Bytes message);

}  // namespace causeway::planner
