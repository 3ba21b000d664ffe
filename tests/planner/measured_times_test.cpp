/// What was measured on the processes that a plan is for, and what it does to the choice.
#include "decisions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace causeway::planner {
namespace {

using ::testing::HasSubstr;

TEST(MeasuredNativeTime, IsThatOfTheSameHostsInTheSameOrder) {
    platform::Platform platform;
    platform.native.push_back({"broadcast", {"a", "b"}, statistics::PiecewiseLinear({{0.0, 1.0}, {100.0, 2.0}})});
    EXPECT_EQ(measured_times(platform, "broadcast", {"a", "b"}, Bytes(50)).native, Seconds(1.5));
    EXPECT_EQ(measured_times(platform, "broadcast", {"b", "a"}, Bytes(50)).native, std::nullopt);
    EXPECT_EQ(measured_times(platform, "broadcast", {"a"}, Bytes(50)).native, std::nullopt);
    EXPECT_EQ(measured_times(platform, "reduce", {"a", "b"}, Bytes(50)).native, std::nullopt);
}

TEST(MeasuredNativeTime, IsNotDrawnOutToSizesOfWhichItSaysNothing) {
    platform::Platform platform;
    platform.native = {{"broadcast", {"a"}, statistics::PiecewiseLinear({{1000, 1.0}})},
                       {"broadcast", {"b"}, statistics::PiecewiseLinear({{1000, 1.0}, {2000, 2.0}})}};
    EXPECT_EQ(measured_times(platform, "broadcast", {"a"}, Bytes(500)).native, Seconds(1.0));
    EXPECT_EQ(measured_times(platform, "broadcast", {"a"}, Bytes(1001)).native, std::nullopt);
    EXPECT_EQ(measured_times(platform, "broadcast", {"b"}, Bytes(32000)).native, Seconds(32.0));
    EXPECT_EQ(measured_times(platform, "broadcast", {"b"}, Bytes(32001)).native, std::nullopt);
}

TEST(MeasuredStrategyTime, IsKnownBetweenTheSizesThatWereTried) {
    platform::Platform platform;
    platform.native.push_back(
        {"broadcast", {"a", "b"}, statistics::PiecewiseLinear({{0.0, 1.0}, {10.0, 1.0}, {20.0, 1.0}, {30.0, 1.0}})});
    platform.native.front().strategies = {{"chain", statistics::PiecewiseLinear({{10.0, 1.0}, {20.0, 2.0}})},
                                          {"of another version", statistics::PiecewiseLinear(1.0)}};
    const strategy::BroadcastStrategy* chain = strategy::broadcast_strategies().find("chain");
    using Times = std::map<const strategy::BroadcastStrategy*, Seconds>;
    EXPECT_EQ(measured_times(platform, "broadcast", {"a", "b"}, Bytes(15)).strategies, (Times{{chain, Seconds(1.5)}}));
    EXPECT_EQ(measured_times(platform, "broadcast", {"a", "b"}, Bytes(9)).strategies, Times{});
    EXPECT_EQ(measured_times(platform, "broadcast", {"a", "b"}, Bytes(21)).strategies, Times{});
}

TEST(Planner, InsideOneClusterWhatWasTriedIsBelieved) {
    const strategy::BroadcastStrategy* chain = strategy::broadcast_strategies().find("chain");
    const strategy::BroadcastStrategy* binomial = strategy::broadcast_strategies().find("binomial_tree");
    Request asked = request(Bytes(1 << 20));
    asked.measured.native = Seconds(2.0);
    asked.measured.strategies = {{chain, Seconds(1.0)}, {binomial, Seconds(3.0)}};
    const Decision untried = decide(one_cluster(16), request(Bytes(1 << 20)));
    const Decision decision = decide(one_cluster(16), asked);
    EXPECT_THAT(decision.reason, HasSubstr("tried and found"));
    for (const Candidate& candidate : decision.ranking) {
        if (is_native(candidate)) {
            continue;
        }
        const strategy::BroadcastStrategy* strategy = tree_of(candidate).local.front().between_hosts.strategy;
        const bool is_tried = strategy == chain || strategy == binomial;
        EXPECT_EQ(candidate.basis == Basis::kMeasured, is_tried);
        if (is_tried) {
            EXPECT_EQ(candidate.time, asked.measured.strategies.at(strategy));
        } else {
            // The others are corrected by what was found: the tried ones took far longer than predicted here.
            const auto before = std::find_if(untried.ranking.begin(), untried.ranking.end(), [&](const Candidate& one) {
                return !is_native(one) && tree_of(one).local.front().between_hosts.strategy == strategy;
            });
            ASSERT_NE(before, untried.ranking.end());
            EXPECT_GT(candidate.time, before->time);
        }
    }
    // A library that took little longer than ours keeps its place.
    asked.measured.native = Seconds(1.04);
    asked.measured.strategies = {{chain, Seconds(1.0)}};
    for (const strategy::BroadcastStrategy* one : strategy::broadcast_strategies().members()) {
        asked.measured.strategies.emplace(one, Seconds(1.01));
    }
    EXPECT_TRUE(is_native(decide(one_cluster(16), asked).choice()));
}

}  // namespace
}  // namespace causeway::planner
