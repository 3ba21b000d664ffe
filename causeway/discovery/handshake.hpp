/// From which size on messages wait for their receiver's answer, and what that costs: which sizes to try, and what the
/// tries mean.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/discovery/threshold_search.hpp"
#include "causeway/platform/platform.hpp"

#include <span>
#include <utility>
#include <vector>

namespace causeway::discovery {

/// Between which clusters to look, the lower one first: a long way, where what a handshake takes stands out, but no
/// longer than it need be; the nearest two that are a millisecond apart, else the farthest. `between`: latencies,
/// [from][to], of two clusters at least.
[[nodiscard]] std::pair<int, int> clusters_for_handshake(const base::SquareMatrix<Seconds>& between);

/// The sizes to send all at once to a process that does not receive yet, increasing: powers of two from 1 to 64 KiB
/// where nothing is known; then quarters of the way between the two that are; empty where that is as exact as plans
/// need it, to a quarter of the size. More would be as much data again, which takes its time on slow links.
[[nodiscard]] std::vector<Bytes> sizes_for_late_receiver(const SendThreshold& known);

/// What is known once it was seen which of `sizes`, those of sizes_for_late_receiver(known), had left although nobody
/// received: the shortest one that had not, and those before it. [size].
[[nodiscard]] SendThreshold narrowed(const SendThreshold& known, std::span<const Bytes> sizes,
                                     const std::vector<bool>& has_left);

/// What messages that wait cost: from the shortest times of one that does and one that does not, each with an empty
/// answer, over a way with that round trip of empty messages. Whole round trips; none where the library knows without
/// asking whether a receiver stands ready, as simulated ones do; one where the way is too short to tell. Four at the
/// most: more is a disturbance.
[[nodiscard]] int round_trips_of_handshake(Seconds with, Seconds without, Seconds round_trip);

}  // namespace causeway::discovery
