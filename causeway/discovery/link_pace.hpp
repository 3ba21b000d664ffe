/// The pace at which messages arrive over a link, from the moments of their arrivals.
#pragma once

#include "causeway/base/units.hpp"

#include <optional>
#include <vector>

namespace causeway::discovery {

/// The time between two messages, and between which bounds the stretches of half of the messages put it.
struct Pace {
    Seconds gap;
    Seconds low;
    Seconds high;

    friend bool operator==(const Pace&, const Pace&) = default;
};

/// Without the first third, in which TCP begins, the median over all stretches of half of the messages: where a pause
/// of the receiver makes some longer and others shorter, it is that of those in between. `arrivals`: in seconds,
/// ascending, four at least.
[[nodiscard]] Pace pace_of(const std::vector<double>& arrivals);

/// Decides how many messages a look at one direction of a link takes, in parts, until TCP sends as fast as the link
/// carries.
class LinkPace {
public:
    /// `round_trip`: of empty messages; `expected_gap`: between two messages, if something is believed of it.
    LinkPace(Seconds round_trip, std::optional<Seconds> expected_gap)
        : round_trip_(round_trip), expected_gap_(expected_gap) {}

    /// How many messages the next part has; 0: the pace is known. First eight: their second half shows a pace, TCP's
    /// first window is over by then. Next as many as are under way in two and a half round trips, at the expected pace
    /// or that of the first part, and 24 more. Then, unless they came for two round trips and as fast in the end as in
    /// the beginning, and as fast as in any part before, or as was expected, another part of as many at the new pace,
    /// and so on; of twice as many where they came slower in the end, or than those before, as behind a shaper's
    /// bucket. No part has more than arrive in 150 ms, or two and a half round trips, at the pace of the one before,
    /// the second one of a link of which nothing is believed in 300 ms, as TCP's windows still grow; but eight. All
    /// together take no more than twice 150 ms and what TCP needs to begin. What is slower than believed may be TCP
    /// after a loss: two parts of sixteen at least have to agree within 4 %, and that may take a second.
    [[nodiscard]] int next_part() const;

    /// When the messages of the next part arrived: in seconds, ascending.
    void add(const std::vector<double>& arrivals);

    /// Between two messages in the first part, half of the gaps are longer: what TCP sends at once when it begins comes
    /// as fast as the link lets it pass. Requires a part.
    [[nodiscard]] Seconds burst_gap() const;

    /// What came behind the first part does not count: all but that is to come again.
    void begin_again();

    /// How many messages a part has that only repeats the last one: half of them, but eight.
    [[nodiscard]] int repetition() const;

    /// By the fastest part but the first: TCP is slow after a loss. But what came before may have been the bucket of a
    /// shaper, which lets so much pass at once: two steady parts after it that are slower, and alike, are believed. No
    /// part is believed to be faster than it was from its first message to its last: behind a packet that is sent again
    /// many messages come at once; and one that did not last for a round trip may be nothing but that: the longest
    /// counts where none did. Requires two.
    [[nodiscard]] bool has_pace() const { return believed_.has_value(); }
    [[nodiscard]] const Pace& pace() const { return believed_.value(); }

private:
    [[nodiscard]] bool has_settled() const;
    /// Slower than was expected.
    [[nodiscard]] bool is_slow() const;
    void take(const Pace& pace, Seconds duration);

    Seconds round_trip_;
    std::optional<Seconds> expected_gap_;
    int num_parts_ = 0;
    std::vector<double> first_;  ///< when the messages of the first part arrived
    Seconds spent_;  ///< in parts
    std::vector<double> last_;
    std::optional<Seconds> last_gap_;  ///< of the last part but the first
    bool is_steady_ = false;           ///< it was no faster than the one before
    bool is_even_ = false;             ///< it was as fast in its last third as in that before, and as a whole
    bool is_slowing_ = false;          ///< it was slower in its last third than in that before
    std::optional<Pace> believed_;
    Seconds duration_;               ///< of that part
    std::optional<Seconds> slower_;  ///< of a part after that one
};

}  // namespace causeway::discovery
