/// From streams to uplinks: cases worked out by hand.
#include "causeway/probe/uplink_estimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace causeway::probe {
namespace {

/// Clusters of so many hosts, numbered from 0.
clustering::Partition clusters_of(int num_clusters, int hosts_each) {
    clustering::Partition result(static_cast<std::size_t>(num_clusters));
    int host = 0;
    for (std::vector<int>& cluster : result) {
        cluster.resize(static_cast<std::size_t>(hosts_each));
        std::iota(cluster.begin(), cluster.end(), host);
        host += hosts_each;
    }
    return result;
}

TEST(UplinkFlows, JoinEveryOrderedPairOfClustersOnce) {
    for (const int n : {1, 2, 3, 5, 8}) {
        for (const int hosts : {1, 2, 3, 7}) {
            const clustering::Partition clusters = clusters_of(n, hosts);
            std::set<std::pair<int, int>> seen;
            for (const Flow& flow : flows_over_all_links(clusters)) {
                EXPECT_NE(flow.from, flow.to);
                EXPECT_TRUE(seen.emplace(flow.from, flow.to).second);
                EXPECT_EQ(flow.from_host / hosts, flow.from);
                EXPECT_EQ(flow.to_host / hosts, flow.to);
            }
            EXPECT_EQ(seen.size(), static_cast<std::size_t>(n * (n - 1)));
        }
    }
}

TEST(UplinkFlows, UseEveryHostAsRarelyAsItsNumberAllows) {
    constexpr int kClusters = 4;
    for (const int hosts : {1, 2, 3, 4, 6, 9}) {
        const std::vector<Flow> flows = flows_over_all_links(clusters_of(kClusters, hosts));
        for (int host = 0; host < kClusters * hosts; ++host) {
            const auto sends =
                std::count_if(flows.begin(), flows.end(), [&](const Flow& f) { return f.from_host == host; });
            const auto receives =
                std::count_if(flows.begin(), flows.end(), [&](const Flow& f) { return f.to_host == host; });
            EXPECT_LE(sends, (kClusters - 1 + hosts - 1) / hosts) << hosts << " hosts";
            EXPECT_LE(receives, (kClusters - 1 + hosts - 1) / hosts) << hosts << " hosts";
            EXPECT_LE(sends + receives, (2 * (kClusters - 1) + hosts - 1) / hosts) << hosts << " hosts";
        }
    }
}

TEST(UplinkFlows, OfAClusterAreThoseThatLeaveOrEnterIt) {
    const std::vector<Flow> own = flows_of(1, flows_over_all_links(clusters_of(4, 2)));
    EXPECT_EQ(own.size(), 6U);
    EXPECT_TRUE(std::all_of(own.begin(), own.end(), [](const Flow& flow) { return flow.from == 1 || flow.to == 1; }));
}

constexpr double kAlone = 20e6;

base::SquareMatrix<BytesPerSecond> all_alone(int num_clusters) {
    return base::SquareMatrix<BytesPerSecond>(num_clusters, BytesPerSecond(kAlone));
}

/// The same rate in every look, by flow.
std::vector<std::vector<BytesPerSecond>> steady(const std::vector<Flow>& flows,
                                                const std::function<double(const Flow&)>& rate) {
    std::vector<std::vector<BytesPerSecond>> rates;
    for (const Flow& flow : flows) {
        rates.emplace_back(3, BytesPerSecond(rate(flow)));
    }
    return rates;
}

TEST(UplinkEstimate, IsCertainAtOnceWhereEveryLinkKeepsItsRate) {
    const std::vector<Flow> flows = flows_over_all_links(clusters_of(4, 1));
    UplinkEstimate estimate(all_alone(4));
    estimate.add(flows, steady(flows, [](const Flow&) { return 0.9 * kAlone; }));
    for (int cluster = 0; cluster < 4; ++cluster) {
        EXPECT_TRUE(estimate.is_certain(cluster));
        EXPECT_DOUBLE_EQ(estimate.of(cluster).out.rate.value(), 3 * 0.9 * kAlone);
        EXPECT_DOUBLE_EQ(estimate.of(cluster).in.rate.value(), 3 * 0.9 * kAlone);
        EXPECT_EQ(estimate.of(cluster).out.spread, 0.0);
    }
}

TEST(UplinkEstimate, NeedsAClusterAloneWhereLinksLoseTheirRates) {
    // The uplink of 0 is the bottleneck: who only receives from it cannot tell what it takes in.
    const std::vector<Flow> flows = flows_over_all_links(clusters_of(3, 2));
    UplinkEstimate estimate(all_alone(3));
    estimate.add(flows, steady(flows, [](const Flow& flow) { return flow.from == 0 ? 0.5 * kAlone : kAlone; }));
    EXPECT_FALSE(estimate.of(0).out.is_certain);
    EXPECT_TRUE(estimate.of(0).in.is_certain);
    EXPECT_TRUE(estimate.of(1).out.is_certain);
    EXPECT_FALSE(estimate.of(1).in.is_certain);
    EXPECT_DOUBLE_EQ(estimate.of(0).out.rate.value(), kAlone) << "at least";
    EXPECT_DOUBLE_EQ(estimate.of(1).in.rate.value(), 1.5 * kAlone) << "at least";

    const std::vector<Flow> own = flows_of(1, flows);
    estimate.add(own, steady(own, [](const Flow&) { return kAlone; }));
    EXPECT_TRUE(estimate.is_certain(1));
    EXPECT_DOUBLE_EQ(estimate.of(1).in.rate.value(), 2.0 * kAlone);
    EXPECT_DOUBLE_EQ(estimate.of(0).out.rate.value(), kAlone) << "one of its links tells nothing about the others";
    EXPECT_FALSE(estimate.is_certain(0));
    EXPECT_FALSE(estimate.is_certain(2));
}

TEST(UplinkEstimate, TakesTheMedianLookOfTheSumAndTellsTheSpread) {
    const std::vector<Flow> flows = flows_over_all_links(clusters_of(3, 1));
    std::vector<std::vector<BytesPerSecond>> rates;
    for (const Flow& flow : flows) {
        // Out of 0: 30, 10, 22 in the three looks; the others steady.
        rates.push_back(flow.from == 0 ? std::vector{BytesPerSecond(15e6), BytesPerSecond(5e6), BytesPerSecond(11e6)}
                                       : std::vector(3, BytesPerSecond(kAlone)));
    }
    UplinkEstimate estimate(all_alone(3));
    estimate.add(flows, rates);
    EXPECT_DOUBLE_EQ(estimate.of(0).out.rate.value(), 22e6);
    EXPECT_DOUBLE_EQ(estimate.of(0).out.spread, 20.0 / 22.0);
}

TEST(UplinkEstimate, IsTheMostThatWasSeen) {
    const std::vector<Flow> flows = flows_over_all_links(clusters_of(3, 1));
    UplinkEstimate estimate(all_alone(3));
    EXPECT_EQ(estimate.of(0).out.rate, BytesPerSecond(0.0)) << "nothing yet";
    EXPECT_FALSE(estimate.is_certain(0));
    estimate.add(flows, steady(flows, [](const Flow&) { return 0.5 * kAlone; }));
    estimate.add(flows_of(0, flows), steady(flows_of(0, flows), [](const Flow&) { return 0.4 * kAlone; }));
    EXPECT_DOUBLE_EQ(estimate.of(0).out.rate.value(), kAlone);
    EXPECT_TRUE(estimate.is_certain(0)) << "its own links, and no others: the uplink is all that can hold them up";
}

}  // namespace
}  // namespace causeway::probe
