/// Decisions for more clusters than schemes have a tree for each of.
#include "causeway/scheme/cluster_trees.hpp"
#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace causeway::planner {
namespace {

using scheme::Operation;

constexpr int kSites = 7;
constexpr int kLans = 20;
static_assert(kSites * kLans > scheme::kMostClusterTrees);

/// Sites 2 to 12 ms apart of LANs of four hosts, 0.6 ms from each other.
test::Grid sites_of_many_lans() {
    test::Grid grid;
    platform::Level& sites = grid.platform.levels.emplace_back();
    sites.name = "site";
    for (int c = 0; c < kSites * kLans; ++c) {
        const int site = c / kLans;
        platform::Cluster& cluster = grid.platform.clusters.emplace_back();
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = 4;
        for (int host = 0; host < cluster.num_hosts; ++host) {
            cluster.hosts.push_back(cluster.name + "h" + std::to_string(host));
        }
        cluster.plogp = test::affine_plogp(5e-5, 1e-5, 1.1e8);
        cluster.uplink_capacity = BytesPerSecond(8e7);
        cluster.downlink_capacity = cluster.uplink_capacity;
        if (c % kLans == 0) {
            platform::LevelCluster& group = sites.clusters.emplace_back();
            group.name = "s" + std::to_string(site);
            group.uplink_capacity = BytesPerSecond(2e7 * (1 + site % 3));
            group.downlink_capacity = group.uplink_capacity;
        }
        std::ranges::copy(cluster.hosts, std::back_inserter(sites.clusters.back().hosts));
        for (int to = 0; to < c; ++to) {
            platform::Link& link = grid.platform.links.emplace_back();
            link.from = to;
            link.to = c;
            const int apart = site - to / kLans;
            link.plogp =
                apart == 0 ? test::affine_plogp(6e-4, 1e-5, 8e7) : test::affine_plogp(2e-3 + 1.7e-3 * apart, 2e-5, 2e7);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

class ManyClusters : public testing::TestWithParam<Operation> {};

TEST_P(ManyClusters, HavePlansThatAreFasterThanTheLibrary) {
    const test::Grid grid = sites_of_many_lans();
    Request asked = request(Bytes(8));
    asked.operation = GetParam();
    const Decision decision = decide(grid.platform, grid.placement, asked);
    ASSERT_FALSE(is_native(decision.choice())) << decision.reason;
    const auto native = std::ranges::find_if(decision.ranking, is_native);
    ASSERT_NE(native, decision.ranking.end());
    EXPECT_LT(1.25 * decision.choice().time, native->time);
    EXPECT_GE(decision.choice().time,
              planner::bound_of(asked.operation, grid.platform, grid.placement, 0, asked.message).time);
}

INSTANTIATE_TEST_SUITE_P(Operations, ManyClusters,
                         testing::Values(Operation::kBroadcast, Operation::kAllreduce, Operation::kGather,
                                         Operation::kAllgather, Operation::kReduceScatter),
                         [](const auto& one) { return std::string(scheme::name_of(one.param)); });

}  // namespace
}  // namespace causeway::planner
