/// Round trips of empty messages between two processes.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/pair_latency.hpp"

#include <mpi.h>

#include <cstddef>

namespace causeway::probe {

// Tags of the messages.
inline constexpr int kPing = 1;
inline constexpr int kStop = 2;  ///< ends the pings
inline constexpr int kPong = 3;

/// Half the round trips of empty messages to `mirror`, which calls `answer_pings` meanwhile; until they are enough,
/// or `share` of time is used; `least` at least. Throws MpiError.
[[nodiscard]] discovery::PairLatency measure_pair(MPI_Comm comm, int mirror, Seconds share, std::size_t least = 1);

/// Answers the round trips of `measurer` until it has enough. Throws MpiError.
void answer_pings(MPI_Comm comm, int measurer);

/// A message without content. Throws MpiError.
void send_empty(MPI_Comm comm, int to, int tag);

/// Receives it, asleep until it is there (quiet_wait.hpp). Throws MpiError.
void receive_empty_quietly(MPI_Comm comm, int from, int tag);

/// The part of an `expected` round trip in which no answer can come: so long a process may sleep. Nothing of a short
/// one.
[[nodiscard]] Seconds without_answer(Seconds expected);

}  // namespace causeway::probe
