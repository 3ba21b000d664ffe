/// Which clusters are of one class.
#include "causeway/planner/group_classes.hpp"

#include "tests/support/random_grid.hpp"

#include <gtest/gtest.h>

#include <string>

namespace causeway::planner {
namespace {

/// Four clusters of three hosts: the second differs in its capacity alone, the third in its hosts' rate, the fourth has
/// two processes on its last host.
platform::Platform four_clusters() {
    platform::Platform platform;
    for (int c = 0; c < 4; ++c) {
        platform::Cluster cluster;
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = 3;
        cluster.plogp = test::affine_plogp(5e-5, 1e-5, c == 2 ? 5e7 : 1e8);
        if (c == 1) {
            cluster.uplink_capacity = BytesPerSecond(1e7);
        }
        platform.clusters.push_back(cluster);
    }
    return platform;
}

platform::Placement with_a_fuller_host(platform::Placement placement) {
    placement.host_of.push_back(placement.num_hosts() - 1);
    return placement;
}

TEST(GroupClasses, ClustersOfEqualFiguresAndProcessesAreAlikeWhateverTheirNamesAndUplinks) {
    const platform::Platform platform = four_clusters();
    const platform::Placement placement = with_a_fuller_host(platform::full_placement(platform));
    GroupClasses classes(platform, placement);
    const std::vector<plan::ClusterGroup> groups = plan::groups_of(placement, 0);
    const int first = classes.of(groups[0]);
    EXPECT_EQ(classes.of(groups[1]), first);
    EXPECT_NE(classes.of(groups[2]), first);
    EXPECT_NE(classes.of(groups[3]), first);
    EXPECT_NE(classes.of(groups[3]), classes.of(groups[2]));
    EXPECT_EQ(classes.alone(first).placement.num_processes(), 3);
    EXPECT_EQ(classes.alone(classes.of(groups[3])).placement.num_processes(), 4);
}

TEST(GroupClasses, AClusterIsAnotherSeenFromACoordinatorWhoseHostIsAnother) {
    const platform::Platform platform = four_clusters();
    const platform::Placement placement = with_a_fuller_host(platform::full_placement(platform));
    GroupClasses classes(platform, placement);
    const plan::ClusterGroup usual = plan::groups_of(placement, 0).back();
    const plan::ClusterGroup from_the_fuller = plan::groups_of(placement, placement.num_processes() - 1).front();
    ASSERT_EQ(usual.cluster, from_the_fuller.cluster);
    EXPECT_NE(classes.of(usual), classes.of(from_the_fuller));
    EXPECT_EQ(classes.of(usual), classes.of(usual));
}

}  // namespace
}  // namespace causeway::planner
