/// Bounds on platforms: by hand, and no plan is faster.
#include "causeway/bound/platform_bound.hpp"

#include "causeway/planner/planner.hpp"
#include "causeway/several_trees/propose_trees.hpp"
#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace causeway::bound {
namespace {

using scheme::Operation;

constexpr Bytes kMebibyte{1 << 20};
constexpr Operation kOperations[] = {Operation::kBroadcast, Operation::kReduce,        Operation::kAllreduce,
                                     Operation::kBarrier,   Operation::kGather,        Operation::kScatter,
                                     Operation::kAllgather, Operation::kReduceScatter, Operation::kAlltoall};

/// a and b, c and d near each other: 0.01 s for 1 MiB, 1 s from a to c and from b to d; one host each.
platform::Platform two_near_and_two() {
    platform::Platform result;
    for (const std::string name : {"a", "b", "c", "d"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.hosts = {name + "0"};
        cluster.num_hosts = 1;
        result.clusters.push_back(cluster);
    }
    const auto join = [&](int from, int to, double seconds) {
        platform::Link link;
        link.from = from;
        link.to = to;
        link.plogp = test::affine_plogp(0.0, 0.0, static_cast<double>(kMebibyte.value()) / seconds);
        result.links.push_back(link);
    };
    join(0, 1, 0.01);
    join(2, 3, 0.01);
    join(0, 2, 1.0);
    join(1, 3, 1.0);
    return result;
}

/// Half of a broadcast goes from a over c and d to b, half over b and d to c: each takes half a second and half of 0.01
/// s of everybody. No border alone says more than 0.01 s.
TEST(PlatformBound, OfABroadcastIsAllWaysTogether) {
    const platform::Platform platform = two_near_and_two();
    const platform::Placement placement = platform::full_placement(platform);
    const PlatformBound bound = bound_on_platform(Operation::kBroadcast, platform, placement, 0, kMebibyte);
    ASSERT_TRUE(bound.ways);
    EXPECT_NEAR(bound.ways->time.value(), (1.0 + 0.01) / 2, 1e-9);
    EXPECT_EQ(bound.time.time, bound.ways->time);
    EXPECT_THAT(bound.time.reason, testing::HasSubstr("the uplink of a"));
    EXPECT_LT(bound.ways->gap, 1e-9);
    double sum = 0.0;
    for (const auto& [resource, price] : bound.ways->prices) {
        EXPECT_GT(price, 0.0) << resource;
        sum += price;
    }
    EXPECT_NEAR(sum, 1.0, 1e-9);
}

/// Of what c and d get of a, 1.97 / 1.99 goes directly to c and the rest over b: a is as busy then, with what b gets,
/// as b is.
TEST(PlatformBound, OfAScatterIsAllWaysTogether) {
    const platform::Platform platform = two_near_and_two();
    const platform::Placement placement = platform::full_placement(platform);
    for (const Operation operation : {Operation::kScatter, Operation::kGather}) {
        const PlatformBound bound = bound_on_platform(operation, platform, placement, 0, kMebibyte);
        ASSERT_TRUE(bound.ways);
        EXPECT_NEAR(bound.ways->time.value(), 2.0 - 1.97 / 1.99, 1e-9) << scheme::name_of(operation);
    }
}

TEST(PlatformBound, OfAllWaysIsAboveBorders) {
    const platform::Platform platform = two_near_and_two();
    const platform::Placement placement = platform::full_placement(platform);
    for (const Operation operation : kOperations) {
        if (operation != Operation::kBarrier) {
            const PlatformBound bound = bound_on_platform(operation, platform, placement, 0, kMebibyte);
            EXPECT_EQ(bound.time.time, bound.ways->time);
            EXPECT_GT(bound.time.time, 2.0 * planner::bound_of(operation, platform, placement, 0, kMebibyte).time)
                << scheme::name_of(operation);
        }
    }
}

TEST(PlatformBound, EveryOperationsSaysWhatLimitsIt) {
    const platform::Platform platform = two_near_and_two();
    const platform::Placement placement = platform::full_placement(platform);
    for (const Operation operation : scheme::operations()) {
        if (scheme::is_among_neighbours(operation)) {
            continue;
        }
        for (const Bytes message : {Bytes(0), Bytes(1), kMebibyte}) {
            EXPECT_NE(bound_on_platform(operation, platform, placement, 0, message).time.reason, "")
                << scheme::name_of(operation) << " of " << message.value();
        }
    }
}

TEST(PlatformBound, HasNoWaysWhereNothingIsCarriedBetweenClusters) {
    const platform::Platform platform = two_near_and_two();
    const platform::Placement all = platform::full_placement(platform);
    EXPECT_FALSE(bound_on_platform(Operation::kBarrier, platform, all, 0, Bytes(0)).ways);
    const platform::Placement one = *platform::placement_of(platform, std::vector<std::string>(3, "a0"));
    EXPECT_FALSE(bound_on_platform(Operation::kAllgather, platform, one, 0, kMebibyte).ways);
    platform::Platform apart = platform;
    apart.links.resize(2);
    const PlatformBound bound =
        bound_on_platform(Operation::kBroadcast, apart, platform::full_placement(apart), 0, kMebibyte);
    EXPECT_FALSE(bound.ways);
    EXPECT_EQ(bound.time.time, Seconds::infinity());
}

class PlatformBoundOf : public testing::TestWithParam<Operation> {};

INSTANTIATE_TEST_SUITE_P(Operations, PlatformBoundOf, testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(scheme::name_of(one.param)); });

TEST_P(PlatformBoundOf, IsBelowEveryPlan) {
    std::mt19937_64 random(20261125);
    for (int trial = 0; trial < 12; ++trial) {
        test::Grid grid;
        grid.platform = test::random_platform(random, test::random_int(random, 2, 5), 3);
        test::limit_capacities(random, grid.platform);
        test::limit_flows(random, grid.platform);
        grid.placement = test::scattered(grid.platform, 2, random);
        planner::Request request;
        request.operation = GetParam();
        request.root = test::random_int(random, 0, grid.placement.num_processes() - 1);
        request.message = GetParam() == Operation::kBarrier ? Bytes(0) : Bytes(1 << test::random_int(random, 12, 21));
        request.trees = several_trees::propose_trees(grid.platform, grid.placement, request.operation, request.root);
        const planner::Decision decision = planner::decide(grid.platform, grid.placement, request);
        const PlatformBound bound =
            bound_on_platform(request.operation, grid.platform, grid.placement, request.root, request.message);
        EXPECT_EQ(bound.ways.has_value(), request.operation != Operation::kBarrier);
        for (const planner::Candidate& candidate : decision.ranking) {
            if (candidate.basis == planner::Basis::kSimulated) {
                EXPECT_GE(candidate.time.value(), bound.time.time.value() * (1.0 - 1e-9))
                    << "grid " << trial << ", " << request.message.value() << " B: " << bound.time.reason;
            }
        }
        if (bound.ways) {
            EXPECT_LT(bound.ways->gap, 1e-9);
        }
    }
}

}  // namespace
}  // namespace causeway::bound
