/// A quick look at a link that was measured before: does it still cost what it did?
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/link_pace.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::probe {

/// What a look is prepared for: known to both ends alike.
struct ExpectedLink {
    Seconds round_trip;  ///< of empty messages
    /// Of messages of `kLookSize`, the dearer of the two directions; nothing if nothing is believed of it.
    std::optional<Seconds> gap;
};

/// Messages of this size show the rate, and need no handshake: UCX asks for one from 19.5 KiB on over TCP, Open MPI from
/// 64 KiB. With one, messages between sites come one in a round trip, whatever the link carries.
inline constexpr Bytes kLookSize{16 * 1024};

/// Of the messages whose pace is seen.
inline constexpr int kLookTag = 22;
/// The tags of a look are less.
inline constexpr int kLookTags = 24;

/// What one process sees of the way from the other one to itself.
struct Arrival {
    Seconds round_trip;
    discovery::Pace pace;  ///< of messages of `kLookSize`
};

/// Looks at the link between this process and `peer`, both directions; exactly one of the two `goes_first`, and
/// measures the round trip, three at the most. Then messages, as many as it takes for TCP to fill the link
/// (discovery/link_pace.hpp), in parts: before each both say how many they still want. Where nothing is believed the
/// first part goes both ways at once, all others one after the other. So slow starts and pauses of the processors count
/// little, and a link that has become ten times slower costs little more. Collective over the two; no other messages
/// between them on `comm` have tags of a look. Throws MpiError.
[[nodiscard]] Arrival look_at_link(MPI_Comm comm, int peer, bool goes_first, const ExpectedLink& expected);

}  // namespace causeway::probe
