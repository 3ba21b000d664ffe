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

/// What a cluster has to take in and to let out, by the operation, crosses its border: of a reduction one vector of
/// combined data, of an operation in which processes have data of their own what is for processes inside, or comes from
/// there. In whatever pieces are fastest, and where the capacity of its downlink (uplink) is known, over all its links
/// at once, as far as that capacity goes; else by the fastest of them, one transfer at a time. Its first byte cannot
/// cross before the latencies on the way from those who have it, nor its last one later than those on the way to those
/// who need it. Inside a cluster the same holds for each host. Infinite when a cluster cannot be reached. `message`:
/// see plan::Plan::message.
[[nodiscard]] TimeBound bound_of(scheme::Operation operation, const platform::Platform& platform,
                                 const platform::Placement& placement, int root, Bytes message);

/// The least time in which `message` bytes pass, in pieces of any sizes.
[[nodiscard]] Seconds least_occupation(const platform::Plogp& plogp, Bytes message);

/// The same over a link of `num_hosts_from` x `num_hosts_to` pairs of hosts: of all its flows at once where they are
/// limited one by one, and no less than what they share takes.
[[nodiscard]] Seconds least_time_over(const platform::Link& link, int num_hosts_from, int num_hosts_to, Bytes message);

}  // namespace causeway::planner
