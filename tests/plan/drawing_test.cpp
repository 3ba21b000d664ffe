/// Trees as people draw them.
#include "causeway/plan/drawing.hpp"

#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::plan {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Two LANs of site a, aa and ab, and ba and bb of site b.
platform::Platform two_by_two() {
    platform::Platform platform;
    for (const char* name : {"aa", "ab", "ba", "bb"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.num_hosts = std::string(name) == "ab" ? 1 : 2;
        cluster.plogp = test::affine_plogp(5e-5, 0.0, 1e8);
        platform.clusters.push_back(cluster);
    }
    for (int from = 0; from < 4; ++from) {
        for (int to = from + 1; to < 4; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            link.plogp = from / 2 == to / 2 ? test::affine_plogp(6e-4, 0.0, 6e7) : test::affine_plogp(1e-2, 0.0, 2e7);
            platform.links.push_back(link);
        }
    }
    platform.levels = {{.name = "site",
                        .clusters = {{.name = "a", .hosts = {"aa-0", "aa-1", "ab-0"}},
                                     {.name = "b", .hosts = {"ba-0", "ba-1", "bb-0", "bb-1"}}}}};
    return platform;
}

Plan over(std::vector<ClusterSend> sends) {
    Tree tree;
    tree.cluster_sends = std::move(sends);
    return broadcast_over(std::move(tree));
}

TEST(Drawing, HasEachClusterBelowItsSenderWithTheWayThereAndWhatItEnters) {
    const platform::Platform platform = two_by_two();
    const platform::Placement placement = platform::full_placement(platform);
    EXPECT_THAT(drawing(over({{0, 2}, {0, 1}, {2, 3}}), platform, placement),
                ElementsAre("aa           2 hosts", "|-- ba       2 hosts   10.0 ms, 20.0 MB/s   into b",
                            "|   `-- bb   2 hosts   600 us, 60.0 MB/s", "`-- ab       1 host    600 us, 60.0 MB/s"));
}

TEST(Drawing, OfSeveralWaysSaysHowMuchTakesEach) {
    const platform::Platform platform = two_by_two();
    const platform::Placement placement = platform::full_placement(platform);
    Plan plan = over({});
    plan.trees.front().shape = Shape::kTrees;
    const auto send = [](int segment, int from, int to) {
        return PeriodStep{.segment = segment, .from = from, .to = to};
    };
    plan.trees.front().period = {send(0, 0, 0), send(0, 0, 1), send(0, 1, 2), send(0, 2, 3),
                                 send(1, 0, 0), send(1, 0, 1), send(1, 1, 2), send(1, 2, 3),
                                 send(2, 0, 0), send(2, 0, 2), send(2, 2, 3), send(2, 2, 1)};
    const std::vector<std::string> lines = drawing(plan, platform, placement);
    ASSERT_THAT(lines, SizeIs(10));
    EXPECT_EQ(lines[0], "2 in 3 segments:");
    EXPECT_EQ(lines[5], "1 in 3 segments:");
    EXPECT_EQ(lines[8], "    |-- ab       1 host    10.0 ms, 20.0 MB/s   into a");
}

TEST(Drawing, OfManyClustersEnds) {
    platform::Platform platform;
    std::vector<ClusterSend> sends;
    for (int c = 0; c < 100; ++c) {
        platform::Cluster cluster;
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = 1;
        platform.clusters.push_back(std::move(cluster));
        if (c > 0) {
            sends.push_back({0, c});
        }
    }
    const std::vector<std::string> lines = drawing(over(sends), platform, platform::full_placement(platform));
    ASSERT_THAT(lines, SizeIs(61));
    EXPECT_EQ(lines.back(), "and 40 more clusters");
    EXPECT_EQ(lines[1], "|-- c1    1 host   not known");
}

TEST(Drawing, InsideOneClusterThereIsNone) {
    const platform::Platform platform = two_by_two();
    EXPECT_THAT(drawing(over({}), platform, platform::full_placement(platform)), IsEmpty());
    EXPECT_THAT(drawing(Plan{}, platform, platform::full_placement(platform)), IsEmpty()) << "the library's own";
}

}  // namespace
}  // namespace causeway::plan
