/// What measured routes and monitoring make of each other.
#include "causeway/discovery/combined_routes.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

/// Four hosts in two clusters: from cluster 0 to 1 5 ms, back 7 ms, 10 MB/s.
const clustering::Partition kClusters{{0, 1}, {2, 3}};

BelievedMonitoring monitoring(double back) {
    BelievedMonitoring result{.latencies = base::SquareMatrix<double>(4, 1e-4),
                              .bandwidths = base::SquareMatrix<std::optional<BytesPerSecond>>(4)};
    for (const int a : {0, 1}) {
        for (const int b : {2, 3}) {
            result.latencies(a, b) = 5e-3;
            result.latencies(b, a) = back;
            result.bandwidths(a, b) = result.bandwidths(b, a) = BytesPerSecond(1e7);
        }
    }
    return result;
}

Route measured(BytesPerSecond rate) {
    Route route{.kind = Route::Kind::kBetweenClusters, .from = 0, .to = 1};
    route.measurement.plogp.latency = Seconds(6e-3);
    route.measurement.plogp.gap = statistics::PiecewiseLinear({{0.0, 0.0}, {1e6, 1e6 / rate.value()}});
    return route;
}

TEST(ContradictionOf, IsARateThatIsGrosslyOffOnTheLinkThatWasMeasured) {
    const auto of = [](double rate, std::pair<int, int> link) {
        return contradiction_of({measured(BytesPerSecond(rate))}, link, monitoring(7e-3), kClusters);
    };
    EXPECT_FALSE(of(1.2e7, {0, 1}));
    const auto found = of(3e7, {0, 1});
    ASSERT_TRUE(found);
    EXPECT_EQ(std::pair(found->from, found->to), std::pair(0, 1));
    EXPECT_EQ(found->monitored, BytesPerSecond(1e7));
    EXPECT_FALSE(of(3e7, {1, 0}));
}

TEST(WithMonitoredDirections, HalfARoundTripIsSharedOutAsMonitoringSays) {
    const std::vector<Route> found =
        with_monitored_directions({measured(BytesPerSecond(1e7))}, monitoring(7e-3), kClusters);
    ASSERT_EQ(found.size(), 2U);
    for (const Route& route : found) {
        EXPECT_FALSE(route.symmetric);
        EXPECT_NEAR(route.measurement.plogp.latency.value(), route.from == 0 ? 5e-3 : 7e-3, 1e-12);
    }
    EXPECT_NE(found[0].from, found[1].from);
}

TEST(WithMonitoredDirections, LeavesAloneWhatMonitoringDoesNotPart) {
    const std::vector<Route> routes{measured(BytesPerSecond(1e7))};
    EXPECT_EQ(with_monitored_directions(routes, monitoring(5.5e-3), kClusters), routes);
    EXPECT_EQ(with_monitored_directions(routes, {}, kClusters), routes);
    std::vector<Route> monitored = routes;
    monitored[0].is_monitored = true;
    EXPECT_EQ(with_monitored_directions(monitored, monitoring(7e-3), kClusters), monitored);
}

TEST(WithMonitoredDirections, NoLatencyBecomesNegative) {
    Route route = measured(BytesPerSecond(1e7));
    route.measurement.plogp.latency = Seconds(1e-4);
    for (const Route& one : with_monitored_directions({route}, monitoring(50e-3), kClusters)) {
        EXPECT_GE(one.measurement.plogp.latency, Seconds(0.0));
    }
}

TEST(AllLinksBut, AreThoseThatAreLeft) {
    EXPECT_EQ(all_links_but({{0, 2}}, 3), (std::vector<std::pair<int, int>>{{0, 1}, {1, 2}}));
    EXPECT_TRUE(all_links_but({}, 1).empty());
}

}  // namespace
}  // namespace causeway::discovery
