/// From streams to uplinks: cases worked out by hand.
#include "causeway/discovery/uplink_estimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace causeway::discovery {
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

/// One flow over every link.
std::vector<Flow> one_flow_each(const clustering::Partition& clusters) {
    return flows_over_all_links(clusters, base::SquareMatrix<int>(static_cast<int>(clusters.size()), 1));
}

TEST(UplinkFlows, JoinEveryOrderedPairOfClustersOnce) {
    for (const int n : {1, 2, 3, 5, 8}) {
        for (const int hosts : {1, 2, 3, 7}) {
            const clustering::Partition clusters = clusters_of(n, hosts);
            std::set<std::pair<int, int>> seen;
            for (const Flow& flow : one_flow_each(clusters)) {
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
    constexpr int kNumClusters = 4;
    for (const int hosts : {1, 2, 3, 4, 6, 9}) {
        const std::vector<Flow> flows = one_flow_each(clusters_of(kNumClusters, hosts));
        for (int host = 0; host < kNumClusters * hosts; ++host) {
            const auto sends =
                std::count_if(flows.begin(), flows.end(), [&](const Flow& f) { return f.from_host == host; });
            const auto receives =
                std::count_if(flows.begin(), flows.end(), [&](const Flow& f) { return f.to_host == host; });
            EXPECT_LE(sends, (kNumClusters - 1 + hosts - 1) / hosts) << hosts << " hosts";
            EXPECT_LE(receives, (kNumClusters - 1 + hosts - 1) / hosts) << hosts << " hosts";
            EXPECT_LE(sends + receives, (2 * (kNumClusters - 1) + hosts - 1) / hosts) << hosts << " hosts";
        }
    }
}

constexpr double kAlone = 20e6;

base::SquareMatrix<BytesPerSecond> all_alone(int num_clusters) {
    return base::SquareMatrix<BytesPerSecond>(num_clusters, BytesPerSecond(kAlone));
}

/// A network whose uplinks and downlinks carry so much, in bytes per second: what arrives of an offer.
struct UplinkNetwork {
    std::vector<double> out;  ///< [cluster]
    std::vector<double> in;   ///< [cluster]

    /// [flow][look]: each flow keeps its part of the narrower of its two ends.
    [[nodiscard]] std::vector<std::vector<BytesPerSecond>> carry(const std::vector<Flow>& flows,
                                                                 const std::vector<BytesPerSecond>& offer) const {
        std::vector<double> sent(out.size(), 0.0);
        std::vector<double> received(in.size(), 0.0);
        for (std::size_t f = 0; f < flows.size(); ++f) {
            sent[static_cast<std::size_t>(flows[f].from)] += offer[f].value();
            received[static_cast<std::size_t>(flows[f].to)] += offer[f].value();
        }
        std::vector<std::vector<BytesPerSecond>> rates;
        for (std::size_t f = 0; f < flows.size(); ++f) {
            const auto from = static_cast<std::size_t>(flows[f].from);
            const auto to = static_cast<std::size_t>(flows[f].to);
            const double part = std::min({1.0, out[from] / sent[from], in[to] / received[to]});
            rates.emplace_back(3, BytesPerSecond(part * offer[f].value()));
        }
        return rates;
    }
};

/// Experiments until no more are wanted; how many.
int measure(const UplinkNetwork& network, const std::vector<Flow>& flows, UplinkEstimate& estimate) {
    int experiments = 0;
    while (estimate.wants_another() && experiments < 20) {
        estimate.add(network.carry(flows, estimate.offer()));
        ++experiments;
    }
    return experiments;
}

TEST(UplinkEstimate, OffersFirstLittleMoreThanTheFastestLinkCarriesThenAll) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(4, 1));
    UplinkEstimate estimate(flows, all_alone(4));
    for (const BytesPerSecond rate : estimate.offer()) {
        EXPECT_DOUBLE_EQ(rate.value(), 1.15 * kAlone / 3.0);
    }
    const UplinkNetwork every_link_of_its_own{std::vector(4, 3.0 * kAlone), std::vector(4, 3.0 * kAlone)};
    EXPECT_EQ(measure(every_link_of_its_own, flows, estimate), 2);
    for (const BytesPerSecond rate : estimate.offer()) {
        EXPECT_DOUBLE_EQ(rate.value(), kAlone);
    }
    for (int cluster = 0; cluster < 4; ++cluster) {
        EXPECT_TRUE(estimate.of(cluster).out.is_certain);
        EXPECT_DOUBLE_EQ(estimate.of(cluster).out.rate.value(), 3.0 * kAlone);
        EXPECT_DOUBLE_EQ(estimate.of(cluster).in.rate.value(), 3.0 * kAlone);
        EXPECT_EQ(estimate.of(cluster).out.spread, 0.0);
    }
}

TEST(UplinkEstimate, FindsUplinksThatAllLinksShare) {
    for (const double capacity : {0.9 * kAlone, kAlone, 1.3 * kAlone, 1.5 * kAlone, 1.9 * kAlone, 2.6 * kAlone}) {
        const std::vector<Flow> flows = one_flow_each(clusters_of(4, 2));
        UplinkEstimate estimate(flows, all_alone(4));
        EXPECT_LE(measure({std::vector(4, capacity), std::vector(4, capacity)}, flows, estimate), 4) << capacity;
        for (int cluster = 0; cluster < 4; ++cluster) {
            EXPECT_NEAR(estimate.of(cluster).out.rate.value(), capacity, 1e-6 * capacity);
            EXPECT_NEAR(estimate.of(cluster).in.rate.value(), capacity, 1e-6 * capacity);
        }
    }
}

TEST(UplinkEstimate, IsNoLessThanWhatOneLinkAloneCarriesThoughAnExperimentWasDisturbed) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(3, 4));
    UplinkEstimate estimate(flows, all_alone(3));
    const UplinkNetwork disturbed{std::vector(3, 0.5 * kAlone), std::vector(3, kAlone)};
    estimate.add(disturbed.carry(flows, estimate.offer()));
    EXPECT_EQ(estimate.of(0).out.rate.value(), kAlone);
}

TEST(UplinkEstimate, IsSettledByOneExperimentWhereAllLinksShareOneUplink) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(3, 4));
    UplinkEstimate estimate(flows, all_alone(3));
    EXPECT_EQ(measure({std::vector(3, kAlone), std::vector(3, kAlone)}, flows, estimate), 1);
    EXPECT_NEAR(estimate.of(2).in.rate.value(), kAlone, 1.0);
}

TEST(UplinkEstimate, OffersLittleMoreThanWhatArrivedWhereMoreFellShort) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(4, 1));
    UplinkEstimate estimate(flows, all_alone(4));
    const UplinkNetwork shared{std::vector(4, 1.5 * kAlone), std::vector(4, 1.5 * kAlone)};
    estimate.add(shared.carry(flows, estimate.offer()));
    estimate.add(shared.carry(flows, estimate.offer()));
    EXPECT_TRUE(estimate.wants_another());
    EXPECT_FALSE(estimate.of(0).out.is_certain);
    EXPECT_NEAR(estimate.offer().front().value(), 1.15 * 1.5 * kAlone / 3.0, 1.0);
}

TEST(UplinkEstimate, IsCertainWhereTheOthersGiveNoMore) {
    // Cluster 0 sends and takes little: the others cannot show more than their links with each other and a part of it.
    const std::vector<Flow> flows = one_flow_each(clusters_of(3, 2));
    UplinkEstimate estimate(flows, all_alone(3));
    measure({{kAlone, 9.0 * kAlone, 9.0 * kAlone}, {kAlone, 9.0 * kAlone, 9.0 * kAlone}}, flows, estimate);
    EXPECT_FALSE(estimate.wants_another());
    EXPECT_NEAR(estimate.of(0).out.rate.value(), kAlone, 1.0);
    EXPECT_GE(estimate.of(1).in.rate.value(), 1.5 * kAlone - 1.0);
    EXPECT_TRUE(estimate.of(1).in.is_certain);
}

TEST(UplinkEstimate, TakesTheMedianLookOfTheSumAndTellsTheSpread) {
    const std::vector<Flow> flows = one_flow_each(clusters_of(3, 1));
    UplinkEstimate estimate(flows, all_alone(3));
    EXPECT_EQ(estimate.of(0).out.rate, BytesPerSecond(0.0)) << "nothing yet";
    std::vector<std::vector<BytesPerSecond>> rates;
    for (const Flow& flow : flows) {
        // Out of 0: 30, 10, 22 in the three looks; the others steady.
        rates.push_back(flow.from == 0 ? std::vector{BytesPerSecond(15e6), BytesPerSecond(5e6), BytesPerSecond(11e6)}
                                       : std::vector(3, BytesPerSecond(kAlone)));
    }
    estimate.add(rates);
    EXPECT_DOUBLE_EQ(estimate.of(0).out.rate.value(), 22e6);
    EXPECT_DOUBLE_EQ(estimate.of(0).out.spread, 20.0 / 22.0);
    estimate.add(std::vector(flows.size(), std::vector(3, BytesPerSecond(1e6))));
    EXPECT_DOUBLE_EQ(estimate.of(0).out.rate.value(), 22e6) << "the most that was seen";
}

}  // namespace
}  // namespace causeway::discovery
