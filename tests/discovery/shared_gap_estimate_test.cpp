/// What messages of all processes cost together, by trains on an imagined machine.
#include "causeway/discovery/shared_gap_estimate.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

using statistics::PiecewiseLinear;

platform::Plogp with_gap(PiecewiseLinear gap) {
    platform::Plogp result;
    result.gap = std::move(gap);
    return result;
}

TEST(SharedGap, MattersIfAllTogetherAreSlowerThanEachAlone) {
    const platform::Plogp plogp = with_gap(PiecewiseLinear({{0.0, 1.0}, {100.0, 2.0}}));
    // Eight processes that do not disturb each other send eight messages in the time of one.
    EXPECT_FALSE(if_it_matters(PiecewiseLinear({{0.0, 1.0 / 8}, {100.0, 2.0 / 8}}), plogp, 8));
    EXPECT_TRUE(if_it_matters(PiecewiseLinear({{0.0, 1.0 / 8}, {100.0, 1.0}}), plogp, 8));
    EXPECT_TRUE(if_it_matters(PiecewiseLinear(1.0), plogp, 8));
}

/// A bus for all processes: 2 us and 1 ns for each byte of each message, and 50 us for the start of a train.
struct Bus {
    int num_processes = 4;
    Seconds spent{0.0};

    [[nodiscard]] double gap(double size) const { return 2e-6 + 1e-9 * size; }

    template <typename Disturbance>
    std::vector<Seconds> run(Bytes size, int messages, Disturbance disturbance) {
        std::vector<Seconds> times;
        for (int i = 0; i < SharedGapEstimate::kRepetitions; ++i) {
            times.emplace_back(50e-6 + messages * num_processes * gap(static_cast<double>(size.value())) +
                               disturbance());
            spent += times.back();
        }
        return times;
    }

    template <typename Disturbance>
    PiecewiseLinear measure(Seconds budget, Disturbance disturbance) {
        SharedGapEstimate estimate(num_processes, budget);
        while (const std::optional<Trains> trains = estimate.next()) {
            const std::vector<Seconds> shorter = run(trains->size, trains->shorter, disturbance);
            estimate.add(shorter, run(trains->size, trains->longer, disturbance));
        }
        return estimate.gap();
    }
};

TEST(SharedGapEstimate, IsWhatEachMessageAdds) {
    Bus bus;
    const PiecewiseLinear found = bus.measure(Seconds(10.0), [] { return 0.0; });
    EXPECT_EQ(found.points().back().x, 1 << 20);
    for (const PiecewiseLinear::Point& point : found.points()) {
        EXPECT_NEAR(point.y, bus.gap(point.x), 1e-9 * point.y);
    }
}

TEST(SharedGapEstimate, OneLateRunOfThreeDoesNotMatter) {
    Bus bus;
    int run = 0;
    const PiecewiseLinear found = bus.measure(Seconds(10.0), [&] { return run++ % 3 == 1 ? 0.1 : 0.0; });
    for (const PiecewiseLinear::Point& point : found.points()) {
        EXPECT_NEAR(point.y, bus.gap(point.x), 1e-9 * point.y);
    }
}

TEST(SharedGapEstimate, GrowsWithTheMessageThroughAnyNoise) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        base::Random random(seed);
        Bus bus;
        const PiecewiseLinear found =
            bus.measure(Seconds(10.0), [&] { return random.below(3) == 0 ? random.between(0.0, 20e-3) : 0.0; });
        double before = 0.0;
        for (const PiecewiseLinear::Point& point : found.points()) {
            EXPECT_GT(point.y, 0.0);
            EXPECT_GE(point.y, before);
            before = point.y;
        }
    }
}

TEST(SharedGapEstimate, LeavesLargeSizesOutForLackOfTimeButNotTheFirstTwo) {
    Bus bus;
    const PiecewiseLinear two = bus.measure(Seconds(0.0), [] { return 0.0; });
    EXPECT_EQ(two.points().size(), 2U);
    for (const Seconds budget : {Seconds(10e-3), Seconds(20e-3), Seconds(50e-3)}) {
        Bus other;
        const PiecewiseLinear found = other.measure(budget, [] { return 0.0; });
        EXPECT_GT(found.points().size(), 2U);
        EXPECT_LT(found.points().size(), 7U);
        // The last size may take more than the one before it let expect, by what the train is longer.
        EXPECT_LT(other.spent, 4.0 * budget);
    }
}

}  // namespace
}  // namespace causeway::discovery
