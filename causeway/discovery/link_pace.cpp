#include "causeway/discovery/link_pace.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace causeway::discovery {

namespace {

constexpr int kFirstMessages = 8;
constexpr int kLeastMessages = 24;
constexpr int kMostParts = 6;
/// Of a part; memory for that many is needed at once.
constexpr int kMostMessages = 256;
/// TCP needs a few round trips to send as fast as the link carries; after two and a half times what is under way in one
/// it does.
constexpr double kFill = 2.5;
constexpr double kLeastRoundTrips = 2.0;
/// What a part may take at the rate of the one before.
constexpr Seconds kLongest(0.15);
constexpr Seconds kLeastGap(1e-6);
/// A pace that changes by less, or that is within so much of what is believed, has settled.
constexpr double kSettled = 0.15;
/// What is slower than believed may be TCP after a loss, which gains little in a round trip: it must change by less, in
/// a part and from one part to the next, of so many messages at least; and may take so long.
constexpr double kSteady = 0.04;
constexpr int kLeastSteady = 16;
constexpr Seconds kLongestWhileSlow(1.0);

/// Between message `begin` and message `end`.
Seconds gap_between(const std::vector<double>& arrivals, std::size_t begin, std::size_t end) {
    return std::max(kLeastGap, Seconds((arrivals[end] - arrivals[begin]) / static_cast<double>(end - begin)));
}

}  // namespace

Pace pace_of(const std::vector<double>& arrivals) {
    const std::size_t begin = arrivals.size() / 3;
    const std::size_t stretch = (arrivals.size() - begin) / 2;
    std::vector<double> durations;
    for (std::size_t i = begin; i + stretch < arrivals.size(); ++i) {
        durations.push_back((arrivals[i + stretch] - arrivals[i]) / static_cast<double>(stretch));
    }
    const auto [low, high] = std::ranges::minmax(durations);
    return {.gap = Seconds(statistics::median(std::move(durations))), .low = Seconds(low), .high = Seconds(high)};
}

bool LinkPace::has_settled() const {
    if (expected_gap_ && std::abs(pace().gap / *expected_gap_ - 1.0) < kSettled) {
        return true;
    }
    if (is_slow() && !(is_steady_ && static_cast<int>(last_.size()) >= kLeastSteady)) {
        return false;
    }
    const std::size_t third = last_.size() / 3;
    const std::size_t end = last_.size() - 1;
    // Within a round trip or two messages come in bursts.
    const bool is_long_enough = Seconds(last_.back() - last_.front()) >= kLeastRoundTrips * round_trip_;
    const Seconds late = gap_between(last_, end - third, end);
    const Seconds before = gap_between(last_, third, end - third);
    return is_long_enough && late > (1.0 - (is_slow() ? kSteady : kSettled)) * before;
}

bool LinkPace::is_slow() const {
    return expected_gap_ && fastest_ && fastest_->gap > *expected_gap_;
}

int LinkPace::next_part() const {
    if (num_parts_ == 0) {
        return kFirstMessages;
    }
    // Of the first part the second half.
    const Seconds pace = num_parts_ == 1 ? gap_between(last_, last_.size() / 2 - 1, last_.size() - 1)
                                         : std::max(kLeastGap, this->pace().gap);
    const bool is_over = is_slow() ? spent_ > kLongestWhileSlow : spent_ > 2.0 * kLongest || num_parts_ >= kMostParts;
    if (num_parts_ > 1 && (is_over || has_settled())) {
        return 0;
    }
    const double filling = std::ceil(kFill * (round_trip_ / std::max(kLeastGap, expected_gap_.value_or(pace))));
    const double wanted =
        std::max(kLeastMessages + filling, num_parts_ == 1 ? 0.0 : 2.0 * static_cast<double>(last_.size()));
    const Seconds longest = num_parts_ == 1 && !expected_gap_ ? 2.0 * kLongest : kLongest;
    const double affordable = std::max<double>(is_slow() ? kLeastSteady : kFirstMessages, longest / pace);
    return static_cast<int>(std::min({wanted, affordable, static_cast<double>(kMostMessages)}));
}

int LinkPace::repetition() const {
    return std::max(kFirstMessages, static_cast<int>(last_.size()) / 2);
}

void LinkPace::add(const std::vector<double>& arrivals) {
    assert(static_cast<int>(arrivals.size()) >= kFirstMessages);
    last_ = arrivals;
    if (++num_parts_ == 1) {
        return;
    }
    spent_ += Seconds(arrivals.back() - arrivals.front());
    const Pace pace = pace_of(arrivals);
    is_steady_ = last_gap_ && pace.gap > (1.0 - kSteady) * *last_gap_;
    last_gap_ = pace.gap;
    fastest_ = fastest_ && fastest_->gap < pace.gap ? fastest_ : pace;
}

}  // namespace causeway::discovery
