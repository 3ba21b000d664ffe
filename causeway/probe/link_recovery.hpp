/// A peek at a link that is believed to have become slow: is it as fast again as it was? A plan that avoids the link
/// does not say.
#pragma once

#include "causeway/base/units.hpp"

#include <mpi.h>

namespace causeway::probe {

/// The tags of a peek are from `kLookTags` (link_look.hpp) and less than this.
inline constexpr int kRecoveryTags = 26;

/// How many times faster than one in every `believed` gap messages of `kLookSize` come now, by the two of four that
/// come closest after one another: in a burst of TCP's they come at the link's pace, though TCP only begins. Where that
/// is more than `suspicious` four more are sent, and what both times say counts, as a receiver that was not running
/// finds two messages at once. Costs what the messages take, and says nothing for sure. Of the receiver; 0 on the
/// sender. Collective over the two; no other messages between them on `comm` have its tags. Throws MpiError.
[[nodiscard]] double recovery_of_link(MPI_Comm comm, int peer, bool is_receiver, Seconds believed, double suspicious);

}  // namespace causeway::probe
