/// A quick look at a link that was measured before: does it still cost what it did?
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/link_pace.hpp"
#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::probe {

/// The size of a look's messages where that is how they go: those of 16 KiB show the rate, shorter ones go where these
/// shake hands. With handshakes, messages between sites come few in a round trip, whatever the link carries.
[[nodiscard]] Bytes look_size(const std::optional<platform::Handshake>& handshake);

/// What a look is prepared for: known to both ends alike.
struct ExpectedLink {
    Seconds round_trip;  ///< of empty messages
    Bytes size;          ///< of the messages: look_size()
    /// Of messages of that size, the dearer of the two directions; nothing if nothing is believed of it.
    std::optional<Seconds> gap;
};

/// Of the messages whose pace is seen.
inline constexpr int kLookTag = 22;
/// The tags of a look are less.
inline constexpr int kLookTags = 24;

/// What one process sees of the way from the other one to itself.
struct Arrival {
    Seconds round_trip;
    discovery::Pace pace;  ///< of messages of the size that was expected
};

/// The pace of what comes from `peer`, which learns that of the other direction; exactly one of the two `goes_first`.
/// Messages, as many as it takes for TCP to fill the link (discovery/link_pace.hpp), in parts: before each but the
/// first both say how many they still want. So slow starts and pauses of the processors count little, and a link that
/// has become ten times slower costs little more. Parts go both ways at once where that does no harm. Collective over
/// the two; no other messages between them on `comm` have tags of a look. Throws MpiError.
[[nodiscard]] discovery::Pace look_at_pace(MPI_Comm comm, int peer, bool goes_first, const ExpectedLink& expected);

/// The same, and before it the round trip, three at the most.
[[nodiscard]] Arrival look_at_link(MPI_Comm comm, int peer, bool goes_first, const ExpectedLink& expected);

}  // namespace causeway::probe
