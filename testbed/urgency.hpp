/// Who runs first when there are more ranks than processors: the router, or nothing it says about the
/// network is true.
#pragma once

#include <cstdint>

namespace causeway::testbed {

/// How the router came to run before others; the best that the system allowed.
enum class Urgency : std::uint8_t { kOrdinary, kNice, kRealTime };

/// Asks the system to run the calling process before others.
[[nodiscard]] Urgency raise_urgency();

/// Puts the calling process and its children into a session of their own that runs behind others: what
/// is left to an ordinary user, who cannot raise the router.
void give_way_in_own_session();

}  // namespace causeway::testbed
