/// Which proposed trees are looked at, and when any are asked for.
#include "causeway/planner/tree_proposals.hpp"

#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

namespace causeway::planner {
namespace {

using scheme::Operation;

/// Trees that are told apart by the segments of their periods.
TreeProposal proposal(int number, double seconds_per_byte, double reach) {
    return {{{.segments = number}}, SecondsPerByte(seconds_per_byte), Seconds(reach)};
}

std::vector<int> numbers_of(const std::vector<ClusterTrees>& all) {
    std::vector<int> numbers;
    for (const ClusterTrees& trees : all) {
        numbers.push_back(trees.front().segments);
    }
    return numbers;
}

TEST(TreeProposals, TheNearAreLookedAtForLittleDataAndTheWideForMuch) {
    const std::vector<TreeProposal> proposals{proposal(1, 1e-8, 0.1), proposal(2, 1e-7, 0.01)};
    EXPECT_EQ(numbers_of(worth_a_look(proposals, Bytes(10'000))), std::vector<int>{2});          // 100 and 11 ms
    EXPECT_EQ(numbers_of(worth_a_look(proposals, Bytes(1'000'000))), (std::vector<int>{1, 2}));  // 110 and 110 ms
    EXPECT_EQ(numbers_of(worth_a_look(proposals, Bytes(100'000'000))), std::vector<int>{1});     // 1.1 and 10 s
    EXPECT_TRUE(worth_a_look({}, Bytes(1)).empty());
    // Nor are those that promise much more than another plan takes.
    EXPECT_EQ(numbers_of(worth_a_look(proposals, Bytes(1'000'000), Seconds(0.09))), (std::vector<int>{1, 2}));
    EXPECT_TRUE(worth_a_look(proposals, Bytes(1'000'000), Seconds(0.08)).empty());
}

/// Four sites, 3 ms and more from each other, the slowest with an uplink of 12 MB/s.
TEST(TreeProposals, AreAskedForFromWhereDataTakesTimeBesideTheLatencies) {
    const test::Grid grid = four_unequal_sites();
    const auto may_gain = [&](Operation operation, Bytes message) {
        return may_gain_from_trees(operation, grid.platform, grid.placement, message);
    };
    EXPECT_FALSE(may_gain(Operation::kReduce, Bytes(1 << 10)));
    EXPECT_TRUE(may_gain(Operation::kReduce, Bytes(64 << 10)));
    EXPECT_FALSE(may_gain(Operation::kBroadcast, Bytes(64 << 10))) << "of which ranks may not know how long it is";
    EXPECT_TRUE(may_gain(Operation::kBroadcast, Bytes(1 << 20)));
    EXPECT_TRUE(may_gain(Operation::kGather, Bytes(16 << 10)));  // of twelve processes
    EXPECT_FALSE(may_gain(Operation::kBarrier, Bytes(0)));
    EXPECT_TRUE(may_gain(Operation::kAlltoall, Bytes(16 << 10)));
    EXPECT_FALSE(may_gain(Operation::kScan, Bytes(1 << 20))) << "which nothing is proposed for";
    test::Grid far = grid;
    for (platform::Link& link : far.platform.links) {
        link.plogp->latency = Seconds(1.0);
    }
    EXPECT_FALSE(may_gain_from_trees(Operation::kBroadcast, far.platform, far.placement, Bytes(1 << 20)));
    test::Grid fast = grid;
    for (platform::Link& link : fast.platform.links) {
        link.plogp = test::affine_plogp(3e-3, 2e-5, 1e10);
    }
    for (platform::Cluster& cluster : fast.platform.clusters) {
        cluster.uplink_capacity = cluster.downlink_capacity = std::nullopt;
    }
    EXPECT_FALSE(may_gain_from_trees(Operation::kBroadcast, fast.platform, fast.placement, Bytes(1 << 20)));
    fast.platform.clusters[2].downlink_capacity = BytesPerSecond(1e7);
    EXPECT_TRUE(may_gain_from_trees(Operation::kBroadcast, fast.platform, fast.placement, Bytes(1 << 20)));
}

}  // namespace
}  // namespace causeway::planner
