/// Latencies of far pairs of processes, all of them at once.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/pair_latency.hpp"

#include <mpi.h>

#include <limits>
#include <optional>
#include <vector>

namespace causeway::probe {

/// How the pings of a process are spread in time.
struct PingSpacing {
    Seconds interval = {};  ///< between two
    /// All processes share one kernel (a testbed): who looks for messages without a pause keeps others from it.
    bool has_pauses = false;
    /// At once; the next one waits for an answer.
    int most_under_way = std::numeric_limits<int>::max();
};

/// So that processors have as much time for other things. `share_one_kernel`: as in discovery::HostLayout. Local.
[[nodiscard]] PingSpacing spacing_of_pings(int num_processes, bool share_one_kernel);

/// What is known of the pair of this process and a peer after all pairs were looked at together.
struct FarPair {
    /// Long round trips (discovery::kLongRoundTrip), the fastest of which agree: nobody has to meet. The same on both
    /// sides.
    bool is_known = false;
    /// Its round trips are short, or may be once nobody else keeps processors busy. The same on both sides.
    bool is_near = false;
    /// Where `is_known`, on the lower rank of the two.
    std::optional<discovery::PairLatency> latency = std::nullopt;
};

/// Looks at the pairs of this process and `peers`, [peer]. Empty messages between hosts that are far apart occupy
/// nobody while they are under way, so that a network of any number of far hosts is known after a few of its longest
/// round trips, where one pair after another takes as many for each host. Near pairs, whose round trips would show how
/// busy the hosts are with all others, are not known after it, nor those whose round trips do not agree.
///
/// The peers count this process among theirs; connections are open. No other messages of `comm` may be under way.
/// Collective over `comm`. Throws MpiError.
[[nodiscard]] std::vector<FarPair> measure_far_pairs(MPI_Comm comm, const std::vector<int>& peers,
                                                     const PingSpacing& spacing);

}  // namespace causeway::probe
