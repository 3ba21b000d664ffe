/// A peek at a link that is believed to have become slow: is it as fast again as it was? A plan that avoids the link
/// does not say.
#pragma once

#include "causeway/base/units.hpp"

#include <mpi.h>

namespace causeway::probe {

/// The tags of a peek are from `kLookTags` (link_look.hpp) and less than this.
inline constexpr int kRecoveryTags = 26;

/// How many times faster than with messages of 8 KiB every `believed` the link is now, by the fastest stretch of a few
/// of them: of 16 KiB, or of what takes a millisecond at that rate. In a burst of TCP's they come at
/// the link's pace, though TCP only begins, or sends little in a round trip after a loss. Where that is more than
/// `suspicious` the messages are sent again, and what both times say counts. Costs what eight stretches take, and says
/// nothing for sure. Of the receiver; 0 on the sender. Collective over the two; no other messages between them on
/// `comm` have its tags. Throws MpiError.
[[nodiscard]] double recovery_of_link(MPI_Comm comm, int peer, bool is_receiver, Seconds believed, double suspicious);

}  // namespace causeway::probe
