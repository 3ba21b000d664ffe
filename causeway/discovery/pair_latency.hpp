/// The latency between two processes, and how well it is known.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/units.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace causeway::discovery {

/// Longer round trips are waited for asleep most of the time: many pairs measure at once, and those on short routes
/// should not have to compete for cores with those on long ones.
inline constexpr Seconds kLongRoundTrip(2e-3);

/// What round trips of empty messages between two processes say.
struct PairLatency {
    Seconds least;             ///< one way: half the fastest
    Seconds typical;           ///< one way: half the `fit::undisturbed` one
    Seconds median;            ///< one way: half the median
    double uncertainty = 0.0;  ///< half the interval of the median (statistics::Summary), as a part of the median
    int samples = 0;           ///< round trips
    bool is_settled = false;   ///< they satisfied the stopping rule (`agree`); else time or patience ended
    bool has_drifted = false;  ///< the second half of them took longer or shorter than the first (statistics::Shift)
};

/// As numbers, for messages between processes of one job.
using LatencyNumbers = std::array<double, 7>;
[[nodiscard]] LatencyNumbers to_numbers(const PairLatency& latency);
/// What `to_numbers` gave.
[[nodiscard]] PairLatency latency_from(std::span<const double, std::tuple_size_v<LatencyNumbers>> numbers);

/// The stopping rule. Round trips of at most 2 ms: ten at least, the fastest three within 2 % of each other, since
/// there the fastest one counts. Longer ones: three at least, and the 95 % interval of their median (of fewer than six,
/// from the least to the largest) reaches at most 5 % of the median to either side.
[[nodiscard]] bool agree(std::span<const Seconds> round_trips);

/// Whether the fastest three are within `tolerance` of each other: what is common to all is known then, however much
/// the others were disturbed.
[[nodiscard]] bool fastest_agree(std::span<const Seconds> round_trips, double tolerance);

/// Whether no more round trips are needed: they agree, or there are forty.
[[nodiscard]] bool are_enough(std::span<const Seconds> round_trips);

/// The figures of `round_trips`, in the order of time; at least one.
[[nodiscard]] PairLatency pair_latency(std::span<const Seconds> round_trips);

/// Whether so many round trips show how far the median lies above the least.
[[nodiscard]] bool show_their_spread(int round_trips);

/// How well short latencies are known, in seconds: two that differ by less are not known to differ. `above_least`: how
/// far the medians of pairs lie above the least; 0 if there are none.
[[nodiscard]] double resolution_of(const std::vector<double>& above_least);

/// Round trips until they are enough, or `share` of time is used; `least` at least. `round_trip(expected)` is the next
/// one, of which about as much is expected, 0 for the first; `now()` the time.
[[nodiscard]] PairLatency sample_pair(base::FunctionRef<Seconds(Seconds expected)> round_trip,
                                      base::FunctionRef<Seconds()> now, Seconds share, std::size_t least = 1);

}  // namespace causeway::discovery
