/// Routes made from monitoring data: which, and what they say.
#include "causeway/discovery/monitored_routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Links = std::vector<std::pair<int, int>>;

/// Five hosts in three clusters; from cluster 0 to 1 5 ms and 10 MB/s, back 7 ms and 10 MB/s; nothing of cluster 2.
const clustering::Partition kClusters{{0, 1}, {2, 3}, {4}};

BelievedMonitoring monitoring() {
    BelievedMonitoring result;
    result.latencies = base::SquareMatrix<double>(5, std::numeric_limits<double>::infinity());
    result.bandwidths = base::SquareMatrix<std::optional<BytesPerSecond>>(5);
    for (const int a : {0, 1}) {
        for (const int b : {2, 3}) {
            result.latencies(a, b) = 5e-3;
            result.latencies(b, a) = 7e-3;
            result.bandwidths(a, b) = BytesPerSecond(1e7);
            result.bandwidths(b, a) = BytesPerSecond(1e7);
        }
    }
    return result;
}

Route inside(int cluster, double gap) {
    Route route{.kind = Route::Kind::kWithinCluster, .from = cluster, .to = cluster};
    route.measurement.plogp.latency = Seconds(5e-5);
    route.measurement.plogp.gap = statistics::PiecewiseLinear({{0.0, gap}, {1048576.0, gap + 0.01}});
    route.measurement.plogp.send_overhead = statistics::PiecewiseLinear(gap / 2.0);
    return route;
}

TEST(MonitoredLinks, AreThoseOfKnownLatencyAndBandwidth) {
    EXPECT_THAT(monitored_links(monitoring(), kClusters), ElementsAre(std::pair(0, 1)));
    BelievedMonitoring no_rates = monitoring();
    no_rates.bandwidths = {};
    EXPECT_THAT(monitored_links(no_rates, kClusters), IsEmpty());
}

TEST(MonitoredLinks, NeedAClusterInWhichToMeasureTheHosts) {
    EXPECT_THAT(monitored_links(monitoring(), {{0}, {2}, {1, 3, 4}}), ElementsAre(std::pair(0, 2), std::pair(1, 2)));
    EXPECT_THAT(monitored_links(monitoring(), {{0}, {2}, {1}, {3}, {4}}), IsEmpty());
}

TEST(MonitoredRoutes, HaveTheMonitoredTimesAndTheHostsCosts) {
    const Links links{{0, 1}};
    const auto routes = monitored_routes(monitoring(), kClusters, links, std::vector{inside(0, 2e-5), inside(1, 4e-5)});
    ASSERT_EQ(routes.size(), 2U);
    const platform::Plogp& there = routes[0].measurement.plogp;
    EXPECT_TRUE(routes[0].is_monitored);
    EXPECT_FALSE(routes[0].symmetric);
    EXPECT_EQ(there.latency, Seconds(5e-3));
    EXPECT_DOUBLE_EQ(there.gap_of(Bytes(0)).value(), 4e-5);
    EXPECT_DOUBLE_EQ(there.gap_of(Bytes(1 << 20)).value(), 4e-5 + 1048576.0 / 1e7);
    EXPECT_DOUBLE_EQ(there.send_overhead(0.0), 2e-5);
    EXPECT_EQ(routes[1].from, 1);
    EXPECT_EQ(routes[1].to, 0);
    EXPECT_EQ(routes[1].measurement.plogp.latency, Seconds(7e-3));
}

TEST(MonitoredRoutes, WhoseDirectionsAreAlikeAreOne) {
    BelievedMonitoring alike = monitoring();
    for (const int a : {0, 1}) {
        for (const int b : {2, 3}) {
            alike.latencies(b, a) = 5.5e-3;
        }
    }
    const auto routes = monitored_routes(alike, kClusters, Links{{0, 1}}, std::vector{inside(0, 2e-5)});
    ASSERT_EQ(routes.size(), 1U);
    EXPECT_TRUE(routes[0].symmetric);
    EXPECT_FALSE(monitored_difference(alike, kClusters[0], kClusters[1]).has_value());
}

TEST(MonitoredRoutes, AreNoneWithoutAMeasuredHost) {
    EXPECT_THAT(monitored_routes(monitoring(), kClusters, Links{{0, 1}}, {}), IsEmpty());
}

TEST(MonitoredRoutes, AreNeverFasterThanTheHosts) {
    BelievedMonitoring fast = monitoring();
    for (const int a : {0, 1}) {
        for (const int b : {2, 3}) {
            fast.bandwidths(a, b) = BytesPerSecond(1e12);
        }
    }
    const Route lan = inside(0, 2e-5);
    const auto routes = monitored_routes(fast, kClusters, Links{{0, 1}}, std::vector{lan});
    EXPECT_EQ(routes[0].measurement.plogp.gap_of(Bytes(1 << 20)), lan.measurement.plogp.gap_of(Bytes(1 << 20)));
}

TEST(MonitoredDifference, IsSignedAndSeconds) {
    const auto difference = monitored_difference(monitoring(), kClusters[0], kClusters[1]);
    ASSERT_TRUE(difference.has_value());
    EXPECT_DOUBLE_EQ(difference->value(), -2e-3);
    EXPECT_FALSE(monitored_difference(monitoring(), kClusters[0], kClusters[2]).has_value());
}

TEST(IsRateGrosslyOff, IsByMoreThanHalf) {
    const platform::Plogp plogp = inside(0, 2e-5).measurement.plogp;  // 104.9 MB/s
    EXPECT_FALSE(is_rate_grossly_off(plogp, BytesPerSecond(1.4e8)));
    EXPECT_TRUE(is_rate_grossly_off(plogp, BytesPerSecond(1.7e8)));
    EXPECT_TRUE(is_rate_grossly_off(plogp, BytesPerSecond(6e7)));
}

}  // namespace
}  // namespace causeway::discovery
