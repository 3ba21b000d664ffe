/// What ping-pongs say about the offset of a clock.
#include "causeway/probe/clock.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace causeway::probe {
namespace {

TEST(OffsetBounds, ContainTheTrueOffsetHoweverUnevenTheRoute) {
    const Seconds offset(100.0);
    OffsetBounds bounds;
    Seconds now(1.0);
    for (const auto& [there, back] : {std::pair{0.010, 0.001}, {0.002, 0.004}, {0.001, 0.020}}) {
        const Seconds reference = now + Seconds(there) + offset;
        bounds = bounds.narrowed(now, reference, now + Seconds(there + back));
        EXPECT_LE(bounds.low, offset);
        EXPECT_GE(bounds.high, offset);
        now += Seconds(1.0);
    }
    // The best lower bound is from the fastest way back, the best upper one from the fastest way there.
    EXPECT_NEAR((bounds.high - bounds.low).value(), 0.001 + 0.001, 1e-9);
}

TEST(SharedClock, ReturnsAtOnceWhenTheMomentHasPassed) {
    const SharedClock clock(SharedClock::Method::kOffsets, Seconds(5.0));
    clock.sleep_until(clock.now() - Seconds(1.0));
    const Seconds moment = clock.now() + Seconds(1e-3);
    clock.sleep_until(moment);
    EXPECT_GE(clock.now(), moment);
}

}  // namespace
}  // namespace causeway::probe
