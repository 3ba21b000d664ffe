/// Processes by cluster and host, seen from a root.
#include "causeway/plan/groups.hpp"

#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace causeway::plan {
namespace {

using ::testing::ElementsAre;

platform::Platform two_clusters() {
    platform::Platform platform;
    platform.clusters.resize(2);
    platform.clusters[0].name = "a";
    platform.clusters[0].hosts = {"a0", "a1"};
    platform.clusters[0].num_hosts = 2;
    platform.clusters[1].name = "b";
    platform.clusters[1].hosts = {"b0"};
    platform.clusters[1].num_hosts = 1;
    return platform;
}

platform::Placement in_two_clusters(const std::vector<std::string>& hosts) {
    return *platform::placement_of(two_clusters(), hosts);
}

TEST(Groups, TheRootLeadsItsHostItsClusterAndAll) {
    const std::vector<ClusterGroup> groups = groups_of(in_two_clusters({"a0", "b0", "a1", "b0", "a1"}), 4);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].cluster, 0);
    EXPECT_THAT(groups[0].hosts, ElementsAre(ElementsAre(4, 2), ElementsAre(0)));
    EXPECT_EQ(groups[0].coordinator(), 4);
    EXPECT_THAT(groups[0].members(), ElementsAre(4, 0));
    EXPECT_EQ(groups[1].cluster, 1);
    EXPECT_THAT(groups[1].hosts, ElementsAre(ElementsAre(1, 3)));
    EXPECT_EQ(groups[1].coordinator(), 1);
}

TEST(Groups, TheRootsClusterComesFirstWhateverItsNumber) {
    const std::vector<ClusterGroup> groups = groups_of(in_two_clusters({"a0", "b0", "a1", "b0"}), 3);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].cluster, 1);
    EXPECT_THAT(groups[0].hosts, ElementsAre(ElementsAre(3, 1)));
    EXPECT_EQ(groups[1].cluster, 0);
    EXPECT_THAT(groups[1].hosts, ElementsAre(ElementsAre(0), ElementsAre(2)));
}

TEST(Groups, ProcessesOfANumaNodeStandTogetherTheLeadersFirst) {
    platform::Placement placement = in_two_clusters({"a0", "a0", "a0", "b0", "a0", "a0", "b0", "b0"});
    placement.node_of = {0, 1, 0, 1, 1, 0, 0, 1};
    std::vector<ClusterGroup> groups = groups_of(placement, 1);
    EXPECT_THAT(groups[0].hosts, ElementsAre(ElementsAre(1, 4, 0, 2, 5)));
    EXPECT_THAT(groups[1].hosts, ElementsAre(ElementsAre(3, 7, 6)));
    groups = groups_of(placement, 0);
    EXPECT_THAT(groups[0].hosts, ElementsAre(ElementsAre(0, 2, 5, 1, 4)));
}

TEST(Groups, ClustersWithoutAProcessAreLeftOut) {
    const std::vector<ClusterGroup> groups = groups_of(in_two_clusters({"b0", "b0"}), 1);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].cluster, 1);
    EXPECT_THAT(groups[0].hosts, ElementsAre(ElementsAre(1, 0)));
}

TEST(Groups, OneProcessIsItsOwnGroup) {
    const std::vector<ClusterGroup> groups = groups_of(in_two_clusters({"a1"}), 0);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_THAT(groups[0].hosts, ElementsAre(ElementsAre(0)));
}

/// What the header promises, checked word by word.
void expect_promised(const std::vector<ClusterGroup>& groups, const platform::Placement& placement, int root) {
    EXPECT_EQ(groups.front().coordinator(), root);
    std::multiset<int> seen;
    std::set<int> clusters;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        EXPECT_TRUE(clusters.insert(groups[g].cluster).second);
        EXPECT_TRUE(g < 2 || groups[g - 1].cluster < groups[g].cluster);
        int lowest = placement.num_processes();
        for (const HostGroup& host : groups[g].hosts) {
            ASSERT_FALSE(host.empty());
            for (const int rank : host) {
                seen.insert(rank);
                lowest = std::min(lowest, rank);
                EXPECT_EQ(placement.cluster_of(rank), groups[g].cluster);
                EXPECT_EQ(placement.host_of[static_cast<std::size_t>(rank)],
                          placement.host_of[static_cast<std::size_t>(host.front())]);
            }
            const bool has_root = std::find(host.begin(), host.end(), root) != host.end();
            EXPECT_EQ(host.front(), has_root ? root : *std::min_element(host.begin(), host.end()));
        }
        EXPECT_EQ(groups[g].coordinator(), g == 0 ? root : lowest);
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(placement.num_processes()));
    EXPECT_EQ(std::set<int>(seen.begin(), seen.end()).size(), seen.size());
}

TEST(Groups, EveryRankStandsOnceInItsPlaceOnRandomGrids) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 100; ++round) {
        const test::Grid grid = test::random_grid(random);
        for (int root = 0; root < grid.placement.num_processes(); ++root) {
            SCOPED_TRACE(testing::Message() << "round " << round << " root " << root);
            expect_promised(groups_of(grid.placement, root), grid.placement, root);
        }
    }
}

}  // namespace
}  // namespace causeway::plan
