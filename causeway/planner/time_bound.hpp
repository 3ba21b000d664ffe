/// What nothing can beat on a platform.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

#include <array>
#include <string>
#include <utility>

namespace causeway::planner {

/// A lower bound and what makes it.
struct TimeBound {
    Seconds time;
    std::string reason;  ///< "4 MiB into c (210 ms) and 10.4 ms of latency"
};

/// What a scan does at least, with the root of each: the last rank's result is a reduction, and from the first rank
/// something comes to everybody.
[[nodiscard]] std::array<std::pair<scheme::Operation, int>, 2> parts_of_scan(int num_processes);

/// What a cluster has to take in and to let out, by the operation, crosses its border: of a reduction one vector of
/// combined data, of an operation in which processes have data of their own what is for processes inside, or comes from
/// there. In whatever pieces are fastest, and where the capacity of its downlink (uplink) is known, over all its links
/// at once, as far as that capacity goes; else by the fastest of them, one transfer at a time. Its first byte cannot
/// cross before the latencies on the way from those who have it, nor its last one later than those on the way to those
/// who need it. Inside a cluster the same holds for each host. A scan's is the greater one of its parts'. Infinite when
/// a cluster cannot be reached. `message`: see plan::Plan::message.
[[nodiscard]] TimeBound bound_of(scheme::Operation operation, const platform::Platform& platform,
                                 const platform::Placement& placement, int root, Bytes message);

/// The longest latency between neighbours in different clusters: an exchange among neighbours takes no less.
[[nodiscard]] Seconds least_among_neighbours(const platform::Platform& platform, const platform::Placement& placement,
                                             const scheme::Neighbourhood& neighbourhood);

}  // namespace causeway::planner
