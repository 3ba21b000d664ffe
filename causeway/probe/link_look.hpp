/// A quick look at a link that was measured before: does it still cost what it did?
#pragma once

#include "causeway/base/units.hpp"

#include <mpi.h>

namespace causeway::probe {

/// What a look is prepared for: known to both ends alike.
struct ExpectedLink {
    Seconds round_trip;  ///< of empty messages
    Seconds gap;         ///< of messages of `kLookSize`, the dearer of the two directions
};

/// Messages of this size show the rate, and need no handshake.
inline constexpr Bytes kLookSize{32 * 1024};

/// The tags of a look are less.
inline constexpr int kLookTags = 24;

/// What one process sees of the way from the other one to itself.
struct Arrival {
    Seconds round_trip;
    Seconds gap;  ///< least time between two messages of `kLookSize`
};

/// Looks at the link between this process and `peer`, one direction after the other; exactly one of the two
/// `goes_first`. Each direction: a few messages, then as many as fill the link twice, but no more than pass in 150 ms
/// at the rate of the first ones; the receiver takes the median over the stretches of half of them. So slow starts and
/// pauses of the processors count little, and a link that has become ten times slower costs little more. Collective
/// over the two; no other messages between them on `comm` have tags of a look. Throws MpiError.
[[nodiscard]] Arrival look_at_link(MPI_Comm comm, int peer, bool goes_first, const ExpectedLink& expected);

}  // namespace causeway::probe
