/// The latency between two processes, and how well it is known.
#pragma once

#include "causeway/base/units.hpp"

#include <mpi.h>

#include <span>
#include <vector>

namespace causeway::probe {

// Tags of the messages.
inline constexpr int kPing = 1;
inline constexpr int kStop = 2;  ///< ends the pings
inline constexpr int kPong = 3;

/// Longer round trips are waited for asleep most of the time: many pairs measure at once, and those on short routes
/// should not have to compete for cores with those on long ones.
inline constexpr Seconds kLongRoundTrip(2e-3);

/// What round trips of empty messages between two processes say.
struct PairLatency {
    Seconds least;             ///< one way: half the fastest
    Seconds typical;           ///< one way: half the `undisturbed` (plogp_fit.hpp) one
    Seconds median;            ///< one way: half the median
    double uncertainty = 0.0;  ///< half the interval of the median (statistics::Summary), as a part of the median
    int samples = 0;           ///< round trips
    bool is_settled = false;   ///< they satisfied the stopping rule (`agree`); else time or patience ended
    bool has_drifted = false;  ///< the second half of them took longer or shorter than the first (statistics::Shift)
};

/// The stopping rule. Round trips of at most 2 ms: ten at least, the fastest three within 2 % of each other, since
/// there the fastest one counts. Longer ones: three at least, and the 95 % interval of their median (of fewer than six,
/// from the least to the largest) reaches at most 5 % of the median to either side.
[[nodiscard]] bool agree(std::span<const Seconds> round_trips);

/// Whether no more round trips are needed: they agree, or there are forty.
[[nodiscard]] bool are_enough(std::span<const Seconds> round_trips);

/// The figures of `round_trips`, in the order of time; at least one.
[[nodiscard]] PairLatency pair_latency(std::span<const Seconds> round_trips);

/// Whether so many round trips show how far the median lies above the least.
[[nodiscard]] bool show_their_spread(int round_trips);

/// How well short latencies are known, in seconds: two that differ by less are not known to differ. `above_least`: how
/// far the medians of pairs lie above the least; 0 if there are none.
[[nodiscard]] double resolution_of(const std::vector<double>& above_least);

/// Half the round trips of empty messages to `mirror`, which calls `answer_pings` meanwhile; until they are enough,
/// or `share` of time is used. Throws MpiError.
[[nodiscard]] PairLatency measure_pair(MPI_Comm comm, int mirror, Seconds share);

/// Answers the round trips of `measurer` until it has enough. Throws MpiError.
void answer_pings(MPI_Comm comm, int measurer);

/// A message without content. Throws MpiError.
void send_empty(MPI_Comm comm, int to, int tag);

/// The part of an `expected` round trip in which no answer can come: so long a process may sleep. Nothing of a short
/// one.
[[nodiscard]] Seconds without_answer(Seconds expected);

}  // namespace causeway::probe
