/// Sleeping until a moment without being late for it.
#pragma once

#include "causeway/base/units.hpp"

namespace causeway::testbed {

/// A process that sleeps until a moment wakes up after it: the timer, the scheduler and, on a virtual machine, the
/// host of that machine take their time. So one goes to sleep for less, by what nine of ten sleeps were late by
/// lately, and polls for the rest. That takes a processor from others: at most a part of all time goes into it. When
/// more is due, one sleeps until the moment itself.
class EarlyWaking {
public:
    /// How long to sleep at `now` when the next thing is due in `until_due`; 0: look again at once.
    [[nodiscard]] Seconds sleep(Seconds until_due, Seconds now);

    /// The sleep of that length was over at `now`, and nothing but the time had ended it.
    void woke_up(Seconds now);

    /// By how much sleeps are cut.
    [[nodiscard]] Seconds margin() const { return margin_; }

private:
    Seconds margin_{0};
    Seconds may_poll_{0};  ///< what is left of the polling allowed
    Seconds last_call_{0};
    Seconds wanted_{0};  ///< when the last sleep was to end
    bool is_polling_ = false;
};

}  // namespace causeway::testbed
