#include "causeway/discovery/link_pace.hpp"

#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <utility>

namespace causeway::discovery {

namespace {

constexpr Seconds kLeastGap(1e-6);

/// Whether one is longer than the other by more than a pace that has settled changes.
bool is_longer(Seconds one, Seconds other) {
    return one > (1.0 + policy::kSettledPace) * other;
}

bool are_alike(Seconds one, Seconds other) {
    return !is_longer(one, other) && !is_longer(other, one);
}

/// Between message `begin` and message `end`.
Seconds gap_between(const std::vector<double>& arrivals, std::size_t begin, std::size_t end) {
    return std::max(kLeastGap, Seconds((arrivals[end] - arrivals[begin]) / static_cast<double>(end - begin)));
}

/// The gaps of a part's last third and of what is between that and its first.
struct Ends {
    Seconds before;
    Seconds late;
};

Ends ends_of(const std::vector<double>& arrivals) {
    const std::size_t third = arrivals.size() / 3;
    const std::size_t end = arrivals.size() - 1;
    return {.before = gap_between(arrivals, third, end - third), .late = gap_between(arrivals, end - third, end)};
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
    if (expected_gap_ && std::abs(pace().gap / *expected_gap_ - 1.0) < policy::kSettledPace) {
        return true;
    }
    if (!expected_gap_ && (!is_even_ || is_longer(*last_gap_, pace().gap))) {
        return false;
    }
    if (is_slow() && !(is_steady_ && static_cast<int>(last_.size()) >= policy::kLeastSteady)) {
        return false;
    }
    // Within a round trip or two messages come in bursts.
    const bool is_long_enough = Seconds(last_.back() - last_.front()) >= policy::kLeastTripsOfLook * round_trip_;
    const auto [before, late] = ends_of(last_);
    return is_long_enough && late > (1.0 - (is_slow() ? policy::kSteadyPace : policy::kSettledPace)) * before;
}

bool LinkPace::is_slow() const {
    return expected_gap_ && believed_ && believed_->gap > *expected_gap_;
}

int LinkPace::next_part() const {
    if (num_parts_ == 0) {
        return policy::kFirstMessagesOfLook;
    }
    // Of the first part the second half; of another one all, also where it was too short to be believed: the next one
    // is not to be as short again.
    const Seconds pace = num_parts_ == 1 ? gap_between(last_, last_.size() / 2 - 1, last_.size() - 1)
                                         : std::max(kLeastGap, std::min(this->pace().gap, *last_gap_));
    const bool is_over = is_slow() ? spent_ > policy::kLongestWhileSlow
                                   : spent_ > 2.0 * policy::kLongestLook + policy::kTripsOfBeginning * round_trip_ ||
                                         num_parts_ >= policy::kMostPartsOfLook;
    if (num_parts_ > 1 && (is_over || has_settled())) {
        return 0;
    }
    const double filling =
        std::ceil(policy::kFillOfLook * (round_trip_ / std::max(kLeastGap, expected_gap_.value_or(pace))));
    const bool may_be_shaped = is_slowing_ || slower_;
    const double wanted =
        std::max(policy::kLeastMessagesOfLook + filling, may_be_shaped ? 2.0 * static_cast<double>(last_.size()) : 0.0);
    const Seconds of_part = std::max(policy::kLongestLook, policy::kFillOfLook * round_trip_);
    const Seconds longest = num_parts_ == 1 && !expected_gap_ ? 2.0 * policy::kLongestLook : of_part;
    const double affordable =
        std::max<double>(is_slow() ? policy::kLeastSteady : policy::kFirstMessagesOfLook, longest / pace);
    return static_cast<int>(std::min({wanted, affordable, static_cast<double>(policy::kMostMessagesOfLook)}));
}

int LinkPace::repetition() const {
    return std::max(policy::kFirstMessagesOfLook, static_cast<int>(last_.size()) / 2);
}

void LinkPace::add(const std::vector<double>& arrivals) {
    assert(static_cast<int>(arrivals.size()) >= policy::kFirstMessagesOfLook);
    last_ = arrivals;
    if (++num_parts_ == 1) {
        first_ = arrivals;
        return;
    }
    const Seconds duration(arrivals.back() - arrivals.front());
    spent_ += duration;
    Pace pace = pace_of(arrivals);
    const Seconds least = policy::kOfWholePart * gap_between(arrivals, 0, arrivals.size() - 1);
    const bool is_like_whole = pace.gap >= least;
    pace = {std::max(least, pace.gap), std::max(least, pace.low), std::max(least, pace.high)};
    is_steady_ = last_gap_ && pace.gap > (1.0 - policy::kSteadyPace) * *last_gap_;
    const auto [before, late] = ends_of(arrivals);
    is_even_ = is_like_whole && are_alike(before, late);
    is_slowing_ = is_longer(late, before);
    last_gap_ = pace.gap;
    take(pace, duration);
}

Seconds LinkPace::burst_gap() const {
    std::vector<double> gaps;
    for (std::size_t i = 1; i < first_.size(); ++i) {
        gaps.push_back(first_[i] - first_[i - 1]);
    }
    return std::max(kLeastGap, Seconds(statistics::median(std::move(gaps))));
}

void LinkPace::begin_again() {
    const std::vector<double> first = std::move(first_);
    *this = LinkPace(round_trip_, expected_gap_);
    add(first);
}

void LinkPace::take(const Pace& pace, Seconds duration) {
    const bool shows_little = duration < round_trip_;
    const bool showed_little = duration_ < round_trip_;
    const bool is_fastest =
        !believed_ || (shows_little || showed_little ? duration > duration_ : pace.gap < believed_->gap);
    const bool is_slower = !is_fastest && is_even_ && is_longer(pace.gap, believed_->gap);
    const bool is_confirmed = is_slower && slower_ && are_alike(pace.gap, *slower_);
    if (is_fastest || is_confirmed) {
        believed_ = pace;
        duration_ = duration;
    }
    slower_ = is_slower ? std::optional(pace.gap) : std::nullopt;
}

}  // namespace causeway::discovery
