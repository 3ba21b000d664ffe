/// What no broadcast can beat: cases worked out by hand.
#include "causeway/planner/time_bound.hpp"

#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::planner {
namespace {

constexpr Bytes kMebibyte{1 << 20};
constexpr double kMebi = 1 << 20;

/// A link whose g(m) is m / rate.
platform::Link link(int from, int to, double latency, double rate, bool symmetric = true) {
    platform::Link result;
    result.from = from;
    result.to = to;
    result.symmetric = symmetric;
    result.plogp = test::affine_plogp(latency, 0.0, rate);
    return result;
}

/// Clusters a, b, c with two hosts each; inside 0.1 ms and 100 MiB/s.
platform::Platform three_clusters(std::vector<platform::Link> links) {
    platform::Platform result;
    for (const std::string name : {"a", "b", "c"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.hosts = {name + "0", name + "1"};
        cluster.num_hosts = 2;
        cluster.plogp = test::affine_plogp(1e-4, 0.0, 100 * kMebi);
        result.clusters.push_back(cluster);
    }
    result.links = std::move(links);
    return result;
}

TimeBound bound_of(const platform::Platform& platform, const std::vector<std::string>& hosts, int root = 0,
                   Bytes message = kMebibyte) {
    return planner::bound_of(scheme::Operation::kBroadcast, platform, *platform::placement_of(platform, hosts), root,
                             message);
}

TEST(TimeBound, OneHostIsBoundByNothing) {
    const TimeBound bound = bound_of(three_clusters({}), {"a0", "a0", "a0"});
    EXPECT_EQ(bound.time, Seconds(0.0));
    EXPECT_EQ(bound.reason, "one host holds all processes");
}

TEST(TimeBound, OneClusterMustTakeTheMessageIntoAHost) {
    const TimeBound bound = bound_of(three_clusters({}), {"a0", "a1"});
    EXPECT_DOUBLE_EQ(bound.time.value(), 1e-4 + 0.01);
    EXPECT_THAT(bound.reason, testing::HasSubstr("a host of a"));
}

TEST(TimeBound, AClusterMustTakeTheMessageInOnceBehindTheLatency) {
    const platform::Platform platform = three_clusters({link(0, 1, 0.005, 10 * kMebi)});
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0"}).time.value(), 0.005 + 0.1);
    // More hosts do not add to it: each could be reached directly by a part.
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0", "b1"}).time.value(), 0.005 + 0.1);
    EXPECT_THAT(bound_of(platform, {"a0", "b0"}).reason, testing::HasSubstr("into b"));
}

TEST(TimeBound, TheShortestWayMayLeadThroughACluster) {
    const platform::Platform platform =
        three_clusters({link(0, 1, 0.005, 10 * kMebi), link(1, 2, 0.006, 10 * kMebi), link(0, 2, 0.020, 10 * kMebi)});
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0", "c0"}).time.value(), 0.011 + 0.1);
    // Nor does the cluster on the way need a process of the communicator.
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "c0"}).time.value(), 0.011 + 0.1);
}

TEST(TimeBound, TheFastestWayInCountsWhereverItComesFrom) {
    const platform::Platform platform =
        three_clusters({link(0, 1, 0.001, 50 * kMebi), link(1, 2, 0.006, 20 * kMebi), link(0, 2, 0.001, 10 * kMebi)});
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0", "c0"}).time.value(), 0.001 + 0.05);
}

TEST(TimeBound, TheRootsOwnClusterCountsWhenItIsTheSlowest) {
    const platform::Platform platform = three_clusters({link(0, 1, 0.001, 90 * kMebi)});
    const TimeBound bound = bound_of(platform, {"a0", "a1", "b0"});
    EXPECT_DOUBLE_EQ(bound.time.value(), 0.001 + 1.0 / 90);
    EXPECT_DOUBLE_EQ(bound_of(three_clusters({link(0, 1, 0.0, 100 * kMebi)}), {"a0", "a1", "b0"}).time.value(), 0.01);
}

TEST(TimeBound, HostsOfTheRootsClusterMayBeFedFromOutside) {
    const platform::Platform platform = three_clusters({link(0, 1, 0.001, 1000 * kMebi)});
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "a1", "b0"}).time.value(), 0.002);
}

/// a, b and c joined pairwise by links of 10, 20 and 40 MiB/s; into and out of each goes 1 GiB/s.
platform::Platform three_clusters_side_by_side() {
    platform::Platform result =
        three_clusters({link(0, 1, 0.001, 10 * kMebi), link(0, 2, 0.002, 20 * kMebi), link(1, 2, 0.004, 40 * kMebi)});
    for (platform::Cluster& cluster : result.clusters) {
        cluster.uplink_capacity = BytesPerSecond(1024 * kMebi);
        cluster.downlink_capacity = BytesPerSecond(1024 * kMebi);
    }
    return result;
}

TEST(TimeBound, ManyLinksLeadIntoAClusterAtOnceWhereItsDownlinkIsKnown) {
    platform::Platform platform = three_clusters_side_by_side();
    // Out of a: 30 MiB/s; into b: 50, into c: 60.
    const TimeBound bound = bound_of(platform, {"a0", "b0", "c0"});
    EXPECT_DOUBLE_EQ(bound.time.value(), 0.001 + 1.0 / 30);
    EXPECT_THAT(bound.reason, testing::HasSubstr("out of a"));
    EXPECT_THAT(bound.reason, testing::HasSubstr("its 2 links together"));
    // From c it is a into which the least goes, and whose latency is the shorter one.
    const TimeBound from_c = bound_of(platform, {"a0", "b0", "c0"}, 2);
    EXPECT_DOUBLE_EQ(from_c.time.value(), 0.002 + 1.0 / 30);
    EXPECT_THAT(from_c.reason, testing::HasSubstr("into a"));
    // Nobody in c: its links do not help.
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0"}).time.value(), 0.001 + 0.1);
}

TEST(TimeBound, AnUplinkOrDownlinkMayCarryLessThanItsLinks) {
    platform::Platform platform = three_clusters_side_by_side();
    platform.clusters[0].uplink_capacity = BytesPerSecond(25 * kMebi);
    const TimeBound out = bound_of(platform, {"a0", "b0", "c0"});
    EXPECT_DOUBLE_EQ(out.time.value(), 0.001 + 1.0 / 25);
    EXPECT_THAT(out.reason, testing::HasSubstr("its uplink of"));
    platform.clusters[2].downlink_capacity = BytesPerSecond(20 * kMebi);
    const TimeBound in = bound_of(platform, {"a0", "b0", "c0"});
    EXPECT_DOUBLE_EQ(in.time.value(), 0.002 + 1.0 / 20);
    EXPECT_THAT(in.reason, testing::HasSubstr("into c"));
    EXPECT_THAT(in.reason, testing::HasSubstr("its downlink of"));
}

TEST(TimeBound, WhereFlowsAreLimitedLinksAreInUseTogetherAsFarAsWhatTheFlowsShareLastsAtTheBorder) {
    platform::Platform platform = three_clusters({link(0, 1, 0.005, 4 * kMebi), link(0, 2, 0.005, 4 * kMebi)});
    for (platform::Link& one : platform.links) {
        one.per_flow_limit = BytesPerSecond(4 * kMebi);
        one.shared_capacity = BytesPerSecond(20 * kMebi);
    }
    // To b four flows of 4 MiB/s: 16 MiB/s, which takes the border four fifths of the time; the rest goes to c.
    const TimeBound bound =
        planner::bound_of(scheme::Operation::kScatter, platform,
                          *platform::placement_of(platform, {"a0", "a1", "b0", "b1", "c0", "c1"}), 0, 10 * kMebibyte);
    EXPECT_NEAR(bound.time.value(), 40.0 / 20.0 + 0.005, 1e-9);
    EXPECT_THAT(bound.reason, testing::HasSubstr("its 2 links together"));
}

TEST(TimeBound, AKnownHostIsFedByItsProcessorAndOverLinksSideBySide) {
    platform::Platform platform = three_clusters({link(0, 1, 0.005, 20 * kMebi), link(0, 2, 0.005, 20 * kMebi)});
    platform::Ethernet ethernet;
    ethernet.hosts.assign(2, {Seconds(0.0), SecondsPerByte(1.0 / (5 * kMebi))});
    ethernet.wire = base::SquareMatrix<SecondsPerByte>(2, SecondsPerByte(1e-12));
    platform.clusters[0].ethernet = ethernet;
    EXPECT_NEAR(bound_of(platform, {"a0", "a1"}).time.value(), 0.2, 1e-3) << "1 MiB at 5 MiB/s";
    // The interface takes 100 MiB/s.
    const TimeBound beside = bound_of(platform, {"a0", "a1", "b0", "c0"}, 2);
    EXPECT_LT(beside.time.value(), 0.2);
    EXPECT_GE(beside.time.value(), 1.0 / 105.0);
}

TEST(TimeBound, WithoutKnownCapacitiesOneLinkIsInUseAtATime) {
    platform::Platform platform = three_clusters_side_by_side();
    platform.clusters[0].uplink_capacity.reset();
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0", "c0"}).time.value(), 0.001 + 1.0 / 20);
    platform.clusters[1].downlink_capacity.reset();
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0", "c0"}).time.value(), 0.001 + 1.0 / 20) << "into b by 40 MiB/s";
}

TEST(TimeBound, AHostOfTheRootsClusterTakesInNoMoreThanItsInterfaceWhereverItComesFrom) {
    platform::Platform platform = three_clusters_side_by_side();
    platform.clusters[0].plogp = test::affine_plogp(1e-4, 0.0, 15 * kMebi);
    // Fed from inside and over both links at once: a part that comes by the link of 20 MiB/s may be that fast.
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "a1", "b0", "c0"}).time.value(), 1e-4 + 1.0 / 20);
}

TEST(TimeBound, DirectedLinksLeadOneWay) {
    const platform::Platform platform =
        three_clusters({link(0, 1, 0.005, 10 * kMebi, false), link(1, 0, 0.001, 20 * kMebi, false)});
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0"}, 0).time.value(), 0.005 + 0.1);
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0"}, 1).time.value(), 0.001 + 0.05);
}

TEST(TimeBound, WhatCannotBeReachedIsInfinitelyFar) {
    const platform::Platform platform = three_clusters({link(0, 1, 0.005, 10 * kMebi)});
    EXPECT_EQ(bound_of(platform, {"a0", "c0"}).time, Seconds::infinity());
    EXPECT_LT(bound_of(platform, {"a0", "b0"}).time, Seconds::infinity());
}

TEST(TimeBound, AMessageMayGoInWhateverPiecesAreFastest) {
    // 16 KiB take 1 ms, yet 1 MiB at once takes 200 ms: 64 pieces take 64 ms.
    platform::Platform platform = three_clusters({link(0, 1, 0.0, 1.0)});
    platform.links[0].plogp->gap = statistics::PiecewiseLinear({{0.0, 0.0}, {16384.0, 1e-3}, {kMebi, 0.2}});
    EXPECT_DOUBLE_EQ(bound_of(platform, {"a0", "b0"}).time.value(), 0.064);
}

TEST(TimeBound, AnAllreduceTakesTwiceTheMessagesThatOneHasToHear) {
    platform::Platform platform =
        three_clusters({link(0, 1, 0.5, kMebi), link(0, 2, 0.5, kMebi), link(1, 2, 0.5, kMebi)});
    for (platform::Cluster& cluster : platform.clusters) {
        cluster.uplink_capacity = BytesPerSecond(kMebi);
        cluster.downlink_capacity = BytesPerSecond(kMebi);
    }
    const auto bound = [&] {
        return planner::bound_of(scheme::Operation::kAllreduce, platform,
                                 *platform::placement_of(platform, {"a0", "b0", "c0"}), 0, kMebibyte);
    };
    // Four messages of 1 MiB, into three clusters at 1 MiB/s each.
    EXPECT_DOUBLE_EQ(bound().time.value(), 4.0 / 3.0 + 0.5);
    EXPECT_THAT(bound().reason, testing::HasSubstr("4 times 1 MiB between 3 clusters"));
    // One that takes in and lets out whatever there is: four messages, and into it goes what leaves the others.
    platform.clusters[0].uplink_capacity = BytesPerSecond(100 * kMebi);
    platform.clusters[0].downlink_capacity = BytesPerSecond(100 * kMebi);
    platform.links[0].plogp = test::affine_plogp(0.5, 0.0, 100 * kMebi);
    platform.links[1].plogp = test::affine_plogp(0.5, 0.0, 100 * kMebi);
    EXPECT_DOUBLE_EQ(bound().time.value(), 1.0 + 0.5);
    // A narrow downlink alone counts for itself.
    platform.clusters[2].downlink_capacity = BytesPerSecond(kMebi / 4);
    EXPECT_DOUBLE_EQ(bound().time.value(), 4.0 + 0.5);
}

TEST(TimeBound, GroupsOfClustersAreThePartiesOfAnAllreduceWhereTheyShareTheirUplinks) {
    platform::Platform platform;
    platform::Level& sites = platform.levels.emplace_back();
    sites.name = "site";
    for (int c = 0; c < 6; ++c) {
        platform::Cluster& cluster = platform.clusters.emplace_back();
        cluster.name = std::string(1, static_cast<char>('a' + c));
        cluster.num_hosts = 1;
        cluster.hosts = {cluster.name + "0"};
        cluster.plogp = test::affine_plogp(1e-4, 0.0, 100 * kMebi);
        for (int to = 0; to < c; ++to) {
            platform.links.push_back(link(to, c, 0.5, 4 * kMebi));
        }
        if (c % 2 == 0) {
            sites.clusters.emplace_back().name = "site" + std::to_string(c / 2);
            sites.clusters.back().uplink_capacity = BytesPerSecond(kMebi);
            sites.clusters.back().downlink_capacity = BytesPerSecond(kMebi);
        }
        sites.clusters.back().hosts.push_back(cluster.hosts.front());
    }
    const auto bound = [&] {
        return planner::bound_of(scheme::Operation::kAllreduce, platform, platform::full_placement(platform), 0,
                                 kMebibyte);
    };
    // Four messages of 1 MiB, into three sites at 1 MiB/s each; into one of them alone goes one in a second.
    EXPECT_DOUBLE_EQ(bound().time.value(), 4.0 / 3.0 + 0.5);
    EXPECT_THAT(bound().reason, testing::HasSubstr("4 times 1 MiB between 3 groups of clusters"));
    // What nobody knows carries what the links of its clusters do.
    for (platform::LevelCluster& site : sites.clusters) {
        site.uplink_capacity.reset();
        site.downlink_capacity.reset();
    }
    EXPECT_LT(bound().time.value(), 1.0 + 0.5);
}

TEST(TimeBound, HostsOfOneClusterCountForEveryOperation) {
    const platform::Platform platform = three_clusters({});
    const platform::Placement placement = *platform::placement_of(platform, {"a0", "a1", "a1"});
    const auto bound = [&](scheme::Operation operation) {
        return planner::bound_of(operation, platform, placement, 0, kMebibyte).time.value();
    };
    EXPECT_DOUBLE_EQ(bound(scheme::Operation::kBarrier), 1e-4);
    EXPECT_DOUBLE_EQ(bound(scheme::Operation::kReduce), 1e-4 + 0.01);
    EXPECT_DOUBLE_EQ(bound(scheme::Operation::kAllreduce), 1e-4 + 0.01);
    EXPECT_DOUBLE_EQ(bound(scheme::Operation::kGather), 1e-4 + 0.02) << "of two processes into a0";
    EXPECT_DOUBLE_EQ(bound(scheme::Operation::kAllgather), 1e-4 + 0.02);
    EXPECT_DOUBLE_EQ(bound(scheme::Operation::kAlltoall), 1e-4 + 0.02) << "one for each of two, two ways";
}

}  // namespace
}  // namespace causeway::planner
