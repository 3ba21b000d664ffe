/// What ping-pongs say about the offset of a clock.
#include "causeway/discovery/clock_offset.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace causeway::discovery {
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

/// Ping-pongs until there are enough, each way `way()`; how many.
template <typename Way>
int estimate_with(OffsetEstimate& estimate, Seconds offset, Way way) {
    int count = 0;
    Seconds now(1.0);
    for (; estimate.wants_another(); ++count) {
        const Seconds sent = now;
        now += way();
        const Seconds reference = now + offset;
        now += way();
        estimate.add(sent, reference, now);
    }
    return count;
}

TEST(OffsetEstimate, StopsSoonOnASteadyRoute) {
    OffsetEstimate estimate;
    const int count = estimate_with(estimate, Seconds(-5.0), [] { return Seconds(1e-3); });
    EXPECT_EQ(count, 9);
    EXPECT_NEAR(estimate.bounds().middle().value(), -5.0, 1e-9);
}

TEST(OffsetEstimate, IsWithinHalfTheFastestRoundTripThroughNoiseAndSpikes) {
    constexpr double kWay = 1e-3;
    const Seconds offset(42.0);
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        base::Random random(seed);
        OffsetEstimate estimate;
        double fastest = 1e300;
        double half = 0.0;
        bool is_back = false;
        const int count = estimate_with(estimate, offset, [&] {
            const double way = kWay * random.between(1.0, 1.5) + (random.below(4) == 0 ? 20e-3 : 0.0);
            if (std::exchange(is_back, !is_back)) {
                fastest = std::min(fastest, half + way);
            }
            half = way;
            return Seconds(way);
        });
        EXPECT_LE(count, 30);
        EXPECT_GE(count, 9);
        EXPECT_LE(estimate.bounds().low, offset + Seconds(1e-9));
        EXPECT_GE(estimate.bounds().high, offset - Seconds(1e-9));
        EXPECT_NEAR(estimate.bounds().middle().value(), offset.value(), 0.5 * fastest + 1e-9) << "seed " << seed;
    }
}

}  // namespace
}  // namespace causeway::discovery
