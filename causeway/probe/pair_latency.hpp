/// The latency between two processes, and how well it is known.
#pragma once

#include "causeway/base/units.hpp"

#include <mpi.h>

#include <span>

namespace causeway::probe {

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

/// The figures of `round_trips`, in the order of time; at least one.
[[nodiscard]] PairLatency pair_latency(std::span<const Seconds> round_trips);

/// Half the round trips of empty messages to `mirror`, which calls `answer_pings` meanwhile; until they `agree`, or
/// there are forty, or `share` of time is used. Throws MpiError.
[[nodiscard]] PairLatency measure_pair(MPI_Comm comm, int mirror, Seconds share);

/// Answers the round trips of `measurer` until it has enough. Throws MpiError.
void answer_pings(MPI_Comm comm, int measurer);

}  // namespace causeway::probe
