/// Sleeps on a machine that wakes up late, and late again.
#include "testbed/early_waking.hpp"

#include <gtest/gtest.h>

namespace causeway::testbed {
namespace {

/// A machine on which each sleep takes longer by `lateness`, or one in so many, and each look at the time `look`.
struct Machine {
    Seconds lateness;
    int late_one_in = 1;
    Seconds look{1e-6};
    Seconds now{100};
    Seconds polled{0};
    int num_sleeps = 0;

    /// Waits for `due`; how late it is seen.
    Seconds wait_for(EarlyWaking& waking, Seconds due) {
        while (now < due) {
            const Seconds asleep = waking.sleep(due - now, now);
            if (asleep > Seconds(0)) {
                now += asleep + (++num_sleeps % late_one_in == 0 ? lateness : Seconds(0));
                waking.woke_up(now);
            } else {
                now += look;
                polled += look;
            }
        }
        return now - due;
    }
};

TEST(EarlyWaking, LearnsHowLateSleepsEnd) {
    Machine machine{.lateness = Seconds(60e-6)};
    EarlyWaking waking;
    EXPECT_GT(machine.wait_for(waking, machine.now + Seconds(1e-3)), Seconds(50e-6));
    Seconds late;
    for (int i = 0; i < 200; ++i) {
        late = machine.wait_for(waking, machine.now + Seconds(1e-3));
    }
    EXPECT_LT(late, Seconds(3e-6));
    EXPECT_NEAR(waking.margin().value(), 60e-6, 3e-6);
}

TEST(EarlyWaking, ForgetsWhenSleepsEndInTime) {
    EarlyWaking waking;
    Machine late{.lateness = Seconds(60e-6)};
    for (int i = 0; i < 200; ++i) {
        late.wait_for(waking, late.now + Seconds(1e-3));
    }
    Machine punctual{.lateness = Seconds(0), .now = late.now};
    for (int i = 0; i < 1000; ++i) {
        punctual.wait_for(waking, punctual.now + Seconds(1e-3));
    }
    EXPECT_LT(waking.margin(), Seconds(1e-6));
}

TEST(EarlyWaking, PollsNoMoreThanAPartOfTheTime) {
    EarlyWaking waking;
    Machine machine{.lateness = Seconds(100e-6), .late_one_in = 5};
    const Seconds begin = machine.now;
    for (int i = 0; i < 5000; ++i) {
        machine.wait_for(waking, machine.now + Seconds(150e-6));
    }
    EXPECT_GT(machine.polled, 0.2 * (machine.now - begin));
    EXPECT_LT(machine.polled, 0.31 * (machine.now - begin));
}

}  // namespace
}  // namespace causeway::testbed
