#include "testbed/early_waking.hpp"

#include <algorithm>

namespace causeway::testbed {

namespace {

// The margin follows the quantile kNotLate of what sleeps are late: it grows by kStep times that when one was later,
// and shrinks by the rest of kStep when not.
constexpr double kNotLate = 0.9;
constexpr Seconds kStep{2e-6};
// A sleep that is later than this met something else.
constexpr Seconds kLargestMargin{150e-6};

// Sleeping for less costs more time than it lets others have.
constexpr Seconds kShortestSleep{10e-6};

constexpr double kPollingShare = 0.3;       // of all time
constexpr Seconds kMostPollingSaved{5e-3};  // of polling, from times when nothing was due

}  // namespace

Seconds EarlyWaking::sleep(Seconds until_due, Seconds now) {
    const Seconds passed = now - last_call_;
    may_poll_ = std::min(kMostPollingSaved, may_poll_ + kPollingShare * passed - (is_polling_ ? passed : Seconds(0)));
    last_call_ = now;
    const Seconds margin = may_poll_ > Seconds(0) ? margin_ : Seconds(0);
    is_polling_ = until_due < margin + kShortestSleep;
    const Seconds result = is_polling_ ? Seconds(0) : until_due - margin;
    wanted_ = now + result;
    return result;
}

void EarlyWaking::woke_up(Seconds now) {
    const bool was_late = now - wanted_ > margin_;
    margin_ += was_late ? kNotLate * kStep : -(1.0 - kNotLate) * kStep;
    margin_ = std::clamp(margin_, Seconds(0), kLargestMargin);
}

}  // namespace causeway::testbed
