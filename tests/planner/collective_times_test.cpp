/// How far plans are looked at that take longer than the best.
#include "causeway/planner/collective_times.hpp"

#include "decisions.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>

namespace causeway::planner {
namespace {

using scheme::Operation;

/// Whatever is known of plans of random grids: how much is enough, and what is found then.
TEST(CollectiveTimes, WhatTakesMoreThanEnoughIsAnEstimateOfNoLess) {
    std::mt19937_64 random(9);
    int num_cut = 0;
    for (int round = 0; round < 12; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = 5, .hosts = 4});
        for (const Bytes message : {Bytes(1024), Bytes(1 << 20)}) {
            Request asked = request(message);
            asked.operation = round % 2 == 0 ? Operation::kAllreduce : Operation::kReduce;
            for (const Candidate& candidate : decide(grid.platform, grid.placement, asked).ranking) {
                if (candidate.plan.scheme == nullptr || candidate.basis != Basis::kSimulated) {
                    continue;
                }
                const auto looked_at = [&](Seconds enough) {
                    const Task task(grid.platform, grid.placement, asked);
                    CollectiveTimes times(task);
                    return times.simulated(candidate.plan, enough);
                };
                const std::optional<CollectiveTime> whole = looked_at(Seconds::infinity());
                ASSERT_TRUE(whole);
                EXPECT_EQ(whole->basis, Basis::kSimulated);
                const std::optional<CollectiveTime> not_more = looked_at(whole->seconds);
                ASSERT_TRUE(not_more);
                EXPECT_EQ(not_more->basis, Basis::kSimulated) << "it takes no more than enough";
                EXPECT_EQ(not_more->seconds, whole->seconds);
                const Seconds half = 0.5 * whole->seconds;
                const std::optional<CollectiveTime> cut = looked_at(half);
                ASSERT_TRUE(cut);
                EXPECT_GE(cut->seconds, half);
                num_cut += cut->basis == Basis::kClosedForm ? 1 : 0;
            }
        }
    }
    EXPECT_GT(num_cut, 20);
}

}  // namespace
}  // namespace causeway::planner
