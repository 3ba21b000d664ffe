/// Latencies of chosen pairs of hosts: stars and rounds of them.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/known_distances.hpp"
#include "causeway/discovery/pair_latency.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// Half the round trip of an empty message for each pair of `rounds`, of processes of `comm` (one per host), in the
/// order of rounds, stars and rays. The stars of a round are measured at once. The centre of a star measures its near
/// rays one after another, and far ones, while nothing near is measured, many at a time: else a thousand hosts beyond a
/// wide-area network would take a thousand round trips.
///
/// A pair stops by its stopping rule (pair_latency.hpp), or when its share of `budget` is used, but not before the
/// first. `rounds` and `budget` count on rank 0. No other messages of `comm` may be under way. Collective over `comm`;
/// the latencies on rank 0, none elsewhere. Throws MpiError.
[[nodiscard]] std::vector<discovery::PairLatency> measure_rounds(MPI_Comm comm,
                                                                 const std::vector<discovery::Round>& rounds,
                                                                 Seconds budget);

}  // namespace causeway::probe
