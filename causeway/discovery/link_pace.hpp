/// The pace at which messages arrive over a link, from the moments of their arrivals.
#pragma once

#include "causeway/base/units.hpp"

#include <vector>

namespace causeway::discovery {

/// Messages of the first part of a look: their second half shows the pace, TCP's first window is over by then.
inline constexpr int kFirstMessages = 8;

/// How many messages the second part of a look has, so that TCP sends as fast as the link carries: as many as are under
/// way in two and a half round trips, 24 more, 80 at the most, and no more than arrive in 150 ms at the pace of the
/// first part; but eight. `first`: when its messages arrived, kFirstMessages moments in seconds, ascending.
[[nodiscard]] int messages_of_second_part(const std::vector<double>& first, Seconds round_trip, Seconds expected_gap);

/// The time between two messages. Without the first third, in which TCP begins, the median over all stretches of half
/// of the messages: where a pause of the receiver makes some longer and others shorter, it is that of those in between.
/// `arrivals`: in seconds, ascending, eight at least.
[[nodiscard]] Seconds pace_of(const std::vector<double>& arrivals);

}  // namespace causeway::discovery
