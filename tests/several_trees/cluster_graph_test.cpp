/// Platforms as graphs: what is a node, an edge, shared.
#include "causeway/several_trees/cluster_graph.hpp"

#include "causeway/graph/resources.hpp"
#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace causeway::several_trees {
namespace {

using ::testing::ElementsAre;

constexpr Bytes kSegment{1 << 20};

/// a, b, c of two hosts each; 1 MiB takes 0.1 s between a and b, 0.2 s between b and c, 0.01 s inside; a and c are not
/// joined.
platform::Platform a_b_c() {
    platform::Platform platform;
    for (const char* name : {"a", "b", "c"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.num_hosts = 2;
        cluster.plogp = test::affine_plogp(1e-4, 0.0, kSegment.value() / 0.01);
        platform.clusters.push_back(cluster);
    }
    for (int from = 0; from < 2; ++from) {
        platform::Link link;
        link.from = from;
        link.to = from + 1;
        link.plogp = test::affine_plogp(5e-3, 0.0, kSegment.value() / (from == 0 ? 0.1 : 0.2));
        platform.links.push_back(link);
    }
    return platform;
}

double time_of(const graph::Resources& resources, const std::string& name, int edge) {
    for (int r = 0; r < resources.size(); ++r) {
        for (const graph::Share& share : resources[r].shares) {
            if (resources[r].name == name && share.edge == edge) {
                return share.time.value();
            }
        }
    }
    return 0.0;
}

TEST(ClusterGraph, HasTheClustersOfTheProcessesAndTheLinksBetweenThem) {
    const platform::Platform platform = a_b_c();
    const platform::Placement placement = platform::full_placement(platform);
    const ClusterGraph clusters = cluster_graph(platform, placement, 2, kSegment);
    EXPECT_THAT(clusters.graph.nodes, ElementsAre("b", "a", "c")) << "the root's first";
    EXPECT_THAT(clusters.clusters, ElementsAre(1, 0, 2));
    EXPECT_EQ(clusters.source, 0);
    ASSERT_EQ(clusters.graph.num_edges(), 4) << "both ways of both links";
    EXPECT_NEAR(clusters.graph.edges[0].time.value(), 0.1, 1e-9);
    EXPECT_NEAR(clusters.graph.edges[1].time.value(), 0.2, 1e-9);
    EXPECT_NEAR(clusters.graph.edges[0].latency.value(), 5e-3, 1e-9);
}

TEST(ClusterGraph, LeavesOutClustersWithoutProcesses) {
    const platform::Platform platform = a_b_c();
    const ClusterGraph clusters = cluster_graph(platform, {{0, 1}, {1, 2}}, 0, kSegment);
    EXPECT_THAT(clusters.graph.nodes, ElementsAre("b", "c"));
    EXPECT_EQ(clusters.graph.num_edges(), 2);
}

TEST(ClusterGraph, AnUnknownUplinkCarriesOneTransferAtATime) {
    const platform::Platform platform = a_b_c();
    const ClusterGraph clusters = cluster_graph(platform, platform::full_placement(platform), 2, kSegment);
    const graph::Resources resources(clusters.graph, graph::PortModel::kMultiPort);
    EXPECT_NEAR(time_of(resources, "the uplink of b", 0), 0.1, 1e-9);
    EXPECT_NEAR(time_of(resources, "the uplink of b", 1), 0.2, 1e-9);
    EXPECT_NEAR(resources.period(std::vector<int>{0, 1}).value(), 0.3, 1e-9);
}

TEST(ClusterGraph, AMeasuredUplinkCarriesWhatItCan) {
    platform::Platform platform = a_b_c();
    platform.clusters[1].uplink_capacity = BytesPerSecond(kSegment.value() / 0.05);
    const ClusterGraph clusters = cluster_graph(platform, platform::full_placement(platform), 2, kSegment);
    const graph::Resources resources(clusters.graph, graph::PortModel::kMultiPort);
    EXPECT_NEAR(time_of(resources, "the uplink of b", 0), 0.05, 1e-9);
    EXPECT_NEAR(resources.period(std::vector<int>{0, 1}).value(), 0.2, 1e-9) << "the slower link";
}

TEST(ClusterGraph, WhatLimitedFlowsShareStandsInForAnUnknownUplink) {
    platform::Platform platform = a_b_c();
    platform.links[0].per_flow_limit = BytesPerSecond(kSegment.value() / 0.1);
    platform.links[0].shared_capacity = BytesPerSecond(kSegment.value() / 0.02);
    const platform::Placement placement = platform::full_placement(platform);
    for (const ClusterGraph& clusters : {cluster_graph(platform, placement, 2, kSegment),
                                         least_cluster_graph(platform, placement, 2, kSegment, kSegment)}) {
        const graph::Resources resources(clusters.graph, graph::PortModel::kMultiPort);
        EXPECT_NEAR(clusters.graph.edges[0].time.value(), 0.025, 1e-9) << "four flows";
        EXPECT_NEAR(time_of(resources, "the uplink of b", 0), 0.02, 1e-9);
        EXPECT_NEAR(time_of(resources, "the uplink of b", 1), 0.2, 1e-9);
        EXPECT_NEAR(time_of(resources, "the downlink of a", 0), 0.02, 1e-9);
    }
}

TEST(ClusterGraph, ALinkThatTakesNoTimeIsALink) {
    platform::Platform platform = a_b_c();
    platform.links[0].plogp->gap = statistics::PiecewiseLinear(0.0);
    const ClusterGraph clusters = cluster_graph(platform, platform::full_placement(platform), 2, kSegment);
    ASSERT_EQ(clusters.graph.num_edges(), 4);
    for (const graph::Edge& edge : clusters.graph.edges) {
        EXPECT_GT(edge.time, Seconds(0.0));
    }
}

TEST(ClusterGraph, ACoordinatorFeedsItsClusterThroughTheSameInterface) {
    platform::Platform platform = a_b_c();
    const ClusterGraph clusters = cluster_graph(platform, platform::full_placement(platform), 0, kSegment);
    const graph::Resources resources(clusters.graph, graph::PortModel::kMultiPort);
    const auto edge = std::find_if(clusters.graph.edges.begin(), clusters.graph.edges.end(),
                                   [](const graph::Edge& one) { return one.from == 0 && one.to == 1; });
    EXPECT_NEAR(
        time_of(resources, "the interface of b's coordinator", static_cast<int>(edge - clusters.graph.edges.begin())),
        0.01, 1e-9);
    platform.clusters[1].num_hosts = 1;
    const ClusterGraph alone = cluster_graph(platform, platform::full_placement(platform), 0, kSegment);
    EXPECT_EQ(
        time_of(graph::Resources(alone.graph, graph::PortModel::kMultiPort), "the interface of b's coordinator", 0),
        0.0);
}

TEST(ClusterGraph, WhatLeavesAndEntersAGroupOfClustersIsShared) {
    platform::Platform platform = a_b_c();
    platform.levels = {{.name = "site",
                        .clusters = {{.name = "ab",
                                      .hosts = {"a-0", "a-1", "b-0", "b-1"},
                                      .uplink_capacity = BytesPerSecond(kSegment.value() / 0.3),
                                      .downlink_capacity = BytesPerSecond(kSegment.value() / 0.4)},
                                     {.name = "c", .hosts = {"c-0", "c-1"}}}}};
    for (const ClusterGraph& clusters :
         {cluster_graph(platform, platform::full_placement(platform), 0, kSegment),
          least_cluster_graph(platform, platform::full_placement(platform), 0, kSegment, 64 * kSegment)}) {
        const graph::Resources resources(clusters.graph, graph::PortModel::kMultiPort);
        for (int e = 0; e < clusters.graph.num_edges(); ++e) {
            const graph::Edge& edge = clusters.graph.edges[static_cast<std::size_t>(e)];
            EXPECT_NEAR(time_of(resources, "the uplink of ab", e), edge.to == 2 ? 0.3 : 0.0, 1e-9);
            EXPECT_NEAR(time_of(resources, "the downlink of ab", e), edge.from == 2 ? 0.4 : 0.0, 1e-9);
        }
    }
}

TEST(ClusterGraph, OfManyClustersHasTheNearestLinksAndThoseByWhichTheRootReachesAll) {
    std::mt19937_64 random(5);
    constexpr int kClusters = 30;
    platform::Platform platform;
    for (int c = 0; c < kClusters; ++c) {
        platform::Cluster cluster;
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = 2;
        cluster.plogp = test::affine_plogp(1e-4, 0.0, 1e8);
        platform.clusters.push_back(cluster);
        for (int from = 0; from < c; ++from) {
            platform::Link link;
            link.from = from;
            link.to = c;
            link.plogp = test::affine_plogp(test::random_real(random, 1e-3, 2e-2), 0.0, 2e7);
            platform.links.push_back(link);
        }
    }
    const platform::Placement placement = platform::full_placement(platform);
    const graph::Graph all = cluster_graph(platform, placement, 7, kSegment).graph;
    const graph::Graph few = cluster_graph(platform, placement, 7, kSegment, 3).graph;
    EXPECT_EQ(all.num_edges(), kClusters * (kClusters - 1));
    EXPECT_LE(few.num_edges(), kClusters * 2 * (3 + 1));
    EXPECT_TRUE(graph::unreachable_from(few, 0).empty());
    EXPECT_TRUE(graph::is_joined_both_ways(few));
    for (const std::vector<int>& ways_in : graph::edges_in(all)) {
        const int nearest = *std::min_element(ways_in.begin(), ways_in.end(), [&](int a, int b) {
            const auto& edges = all.edges;
            return edges[static_cast<std::size_t>(a)].latency < edges[static_cast<std::size_t>(b)].latency;
        });
        const graph::Edge& edge = all.edges[static_cast<std::size_t>(nearest)];
        EXPECT_NE(std::find(few.edges.begin(), few.edges.end(), edge), few.edges.end());
    }
}

}  // namespace
}  // namespace causeway::several_trees
