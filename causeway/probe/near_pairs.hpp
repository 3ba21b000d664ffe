/// Latencies of near pairs of processes that are more than the one machine they all run on has processors for.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/pair_latency.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

namespace causeway::probe {

/// How many pairs of processes may measure at once: all, unless all hosts are one machine (containers, a testbed),
/// where more pairs than it has two processors for would measure each other. `share_one_kernel`: as in
/// discovery::HostLayout. Collective over `comm`. Throws MpiError.
[[nodiscard]] int pairs_at_once(MPI_Comm comm, bool share_one_kernel, int num_pairs);

/// [peer]; on the lower rank of each pair.
using NearLatencies = std::vector<std::optional<discovery::PairLatency>>;

/// Round trips of the pairs of this process and `peers`, [peer], on the lower rank of each pair; none on the higher.
/// Processes take turns, `at_once` of them, each measuring one of its higher peers after another, and whoever is not
/// in a pair that measures is asleep: what short round trips show is the network and not who waits for a core. A pair
/// stops by its stopping rule (pair_latency.hpp), or when its `share` of time is used, but not before the third.
///
/// The peers count this process among theirs; connections are open. No other messages of `comm` may be under way.
/// Collective over `comm`, `at_once` the same on all. Throws MpiError.
[[nodiscard]] NearLatencies measure_near_pairs(MPI_Comm comm, const std::vector<int>& peers, int at_once,
                                               Seconds share);

}  // namespace causeway::probe
