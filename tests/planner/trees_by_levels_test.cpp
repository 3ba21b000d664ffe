/// Trees along the levels of the network, where all need what all have.
#include "causeway/platform/groups_of_clusters.hpp"
#include "decisions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace causeway::planner {
namespace {

using scheme::Operation;

/// Sites of LANs of two hosts: 0.5 ms and 100 MB/s between LANs, 8 ms and 20 MB/s between sites, whose uplinks carry
/// no more.
test::Grid sites_of_lans(int sites, int lans) {
    test::Grid grid;
    for (int cluster = 0; cluster < sites * lans; ++cluster) {
        platform::Cluster& one = grid.platform.clusters.emplace_back();
        one.name = "s" + std::to_string(cluster / lans) + "l" + std::to_string(cluster % lans);
        one.num_hosts = 2;
        one.hosts = {one.name + "h0", one.name + "h1"};
        one.plogp = test::affine_plogp(5e-5, 1e-5, 1e8);
        for (int to = 0; to < cluster; ++to) {
            platform::Link& link = grid.platform.links.emplace_back();
            link.from = to;
            link.to = cluster;
            const bool is_near = to / lans == cluster / lans;
            link.plogp = test::affine_plogp(is_near ? 5e-4 : 8e-3, 1e-5, is_near ? 1e8 : 2e7);
        }
    }
    platform::Level& level = grid.platform.levels.emplace_back();
    level.name = "site";
    for (int site = 0; site < sites && lans > 1; ++site) {
        platform::LevelCluster& group = level.clusters.emplace_back();
        group.name = "s" + std::to_string(site);
        for (int lan = 0; lan < lans; ++lan) {
            const std::vector<std::string>& hosts =
                grid.platform.clusters[static_cast<std::size_t>(site * lans + lan)].hosts;
            group.hosts.insert(group.hosts.end(), hosts.begin(), hosts.end());
        }
        group.uplink_capacity = BytesPerSecond(2e7);
        group.downlink_capacity = BytesPerSecond(2e7);
    }
    if (lans == 1) {
        grid.platform.levels.clear();
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

std::vector<Candidate> by_levels(const Decision& decision) {
    std::vector<Candidate> result;
    std::ranges::copy_if(decision.ranking, std::back_inserter(result), [](const Candidate& one) {
        return one.plan.scheme != nullptr && !one.plan.trees.empty() &&
               one.plan.trees.front().order == "straight by levels";
    });
    return result;
}

class TreesByLevels : public testing::TestWithParam<Operation> {};

INSTANTIATE_TEST_SUITE_P(Operations, TreesByLevels,
                         testing::Values(Operation::kAllgather, Operation::kReduceScatter, Operation::kAllreduce,
                                         Operation::kBarrier, Operation::kAlltoall, Operation::kScan),
                         [](const auto& entry) { return std::string(scheme::name_of(entry.param)); });

TEST_P(TreesByLevels, DoWhatTheOperationPromises) {
    for (const auto& [sites, lans] : {std::pair{3, 6}, {9, 2}, {18, 1}}) {
        const test::Grid grid = sites_of_lans(sites, lans);
        const Bytes message(GetParam() == Operation::kBarrier ? 0 : 100);
        const std::vector<Candidate> found =
            by_levels(decide(grid, {.operation = GetParam(), .message = message, .least_gain = 0.0}));
        ASSERT_FALSE(found.empty()) << sites << " sites";
        for (const Candidate& one : found) {
            EXPECT_NO_THROW(plan::verify(one.plan, grid.placement)) << plan::describe(one.plan, grid.platform);
        }
    }
}

TEST(TreesByLevels, EachEntersEveryOtherSiteOnceAndTheyTakeTurns) {
    const test::Grid grid = sites_of_lans(4, 3);
    const Candidate one =
        by_levels(decide(grid, {.operation = Operation::kAllgather, .message = Bytes(64 << 10)})).front();
    ASSERT_EQ(one.plan.trees.size(), 12U);
    std::vector<int> entries(12, 0);  // [cluster]
    for (const plan::Tree& tree : one.plan.trees) {
        int crossings = 0;
        for (const plan::ClusterSend& send : tree.cluster_sends) {
            if (send.from / 3 != send.to / 3) {
                EXPECT_EQ(send.from, grid.placement.cluster_of(tree.root)) << "straight from the root";
                ++crossings;
                ++entries[static_cast<std::size_t>(send.to)];
            }
        }
        EXPECT_EQ(crossings, 3);
        EXPECT_EQ(tree.cluster_sends.size(), 11U);
    }
    EXPECT_THAT(entries, testing::Each(3)) << "12 trees, each into three other sites of three clusters";
}

TEST(TreesByLevels, LongDataIsNearWhatNothingBeats) {
    for (const auto& [sites, lans] : {std::pair{6, 4}, {8, 3}, {20, 1}}) {
        const test::Grid grid = sites_of_lans(sites, lans);
        const Request allgather{.operation = Operation::kAllgather, .message = Bytes(1 << 20)};
        EXPECT_LT(decide(grid, allgather).choice().time / bound_of(grid, allgather).time, 1.15) << sites;
        const Request scatter{.operation = Operation::kReduceScatter, .message = Bytes(1 << 20)};
        EXPECT_LT(decide(grid, scatter).choice().time / bound_of(grid, scatter).time, 2.0) << sites;
    }
}

TEST(TreesOfGathers, PassNobodysDataOnOftenerThanAFewTimes) {
    test::Grid grid = sites_of_lans(3, 1);
    for (platform::Cluster& cluster : grid.platform.clusters) {
        cluster.num_hosts = 60;
        cluster.hosts.clear();
    }
    grid.placement = platform::full_placement(grid.platform);
    for (const Operation operation : {Operation::kGather, Operation::kScatter}) {
        for (const Bytes message : {Bytes(8), Bytes(64 << 10)}) {
            for (const Candidate& one : decide(grid, {.operation = operation, .message = message}).ranking) {
                for (const plan::Tree& tree : one.plan.trees) {
                    for (const plan::LocalChoice& choice : tree.local) {
                        EXPECT_STRNE(std::string(choice.between_hosts.strategy->name).c_str(), "segmented_chain");
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace causeway::planner
