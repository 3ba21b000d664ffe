/// What routes cost by a look at each of them.
#include "causeway/discovery/glances.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace causeway::discovery {
namespace {

constexpr Bytes kSize(32 * 1024);

/// Inside `cluster`, g(0) as given.
Route inside(int cluster, double gap) {
    Route route{.kind = Route::Kind::kWithinCluster, .from = cluster, .to = cluster};
    route.measurement.plogp.latency = Seconds(50e-6);
    route.measurement.plogp.gap = statistics::PiecewiseLinear({{0.0, gap}, {1024.0 * 1024.0, gap + 10e-3}});
    route.measurement.plogp.send_overhead = statistics::PiecewiseLinear({{0.0, gap / 2.0}});
    route.measurement.plogp.receive_overhead = statistics::PiecewiseLinear({{0.0, gap / 2.0}});
    return route;
}

Glance glance(int from, int to, double gap) {
    return {.from = from,
            .to = to,
            .round_trip = Seconds(10e-3),
            .size = kSize,
            .pace = {.gap = Seconds(gap), .low = Seconds(0.9 * gap), .high = Seconds(1.1 * gap)}};
}

TEST(RoutesOfGlances, AreOneForBothDirectionsThatAreAlike) {
    const std::vector<Route> known{inside(0, 4e-6), inside(1, 6e-6)};
    const std::vector<Route> routes = routes_of(std::vector{glance(1, 0, 1.7e-3), glance(0, 1, 1.5e-3)}, known);
    ASSERT_EQ(routes.size(), 1U);
    const Route& route = routes.front();
    EXPECT_EQ(route.kind, Route::Kind::kBetweenClusters);
    EXPECT_EQ(route.from, 0);
    EXPECT_EQ(route.to, 1);
    EXPECT_TRUE(route.symmetric);
    EXPECT_FALSE(route.directions->differ);
    const platform::Plogp& plogp = route.measurement.plogp;
    EXPECT_NEAR(plogp.gap_of(kSize).value(), 1.6e-3, 1e-9);
    EXPECT_NEAR(plogp.gap_of(Bytes(0)).value(), 6e-6, 1e-12);
    EXPECT_NEAR(plogp.latency.value(), 5e-3 - 6e-6, 1e-12);
    EXPECT_NEAR(plogp.send_overhead(0.0), 3e-6, 1e-12);
    ASSERT_EQ(route.measurement.evidence.gaps.size(), 1U);
    EXPECT_EQ(route.measurement.evidence.gaps.front().size, kSize);
}

TEST(RoutesOfGlances, AreTwoForDirectionsThatDiffer) {
    const std::vector<Route> known{inside(0, 4e-6), inside(1, 6e-6)};
    const std::vector<Route> routes = routes_of(std::vector{glance(0, 1, 1e-3), glance(1, 0, 2e-3)}, known);
    ASSERT_EQ(routes.size(), 2U);
    EXPECT_FALSE(routes[0].symmetric);
    EXPECT_FALSE(routes[1].symmetric);
    EXPECT_NEAR(routes[0].measurement.plogp.gap_of(kSize).value(), 1e-3, 1e-9);
    EXPECT_EQ(routes[1].from, 1);
    EXPECT_NEAR(routes[1].measurement.plogp.gap_of(kSize).value(), 2e-3, 1e-9);
}

TEST(RoutesOfGlances, TakeTheSlowestHostsWhereNeitherClusterWasMeasuredInside) {
    const std::vector<Route> known{inside(0, 4e-6), inside(1, 6e-6)};
    const std::vector<Route> routes = routes_of(std::vector{glance(2, 3, 1e-3), glance(3, 2, 1e-3)}, known);
    ASSERT_EQ(routes.size(), 1U);
    EXPECT_NEAR(routes[0].measurement.plogp.gap_of(Bytes(0)).value(), 6e-6, 1e-12);
}

TEST(RoutesOfGlances, AreAsFastAsSeenWhereHostsOfOtherClustersAreSlow) {
    // 32 KiB take 0.32 ms and more inside the only cluster that was measured.
    const std::vector<Route> known{inside(0, 4e-6)};
    const std::vector<Route> routes =
        routes_of(std::vector{glance(2, 3, 1e-4), glance(3, 2, 1e-4), glance(0, 2, 1e-4), glance(2, 0, 1e-4)}, known);
    ASSERT_EQ(routes.size(), 2U);
    EXPECT_NEAR(routes[0].measurement.plogp.gap_of(kSize).value(), 1e-4, 1e-9);
    EXPECT_GT(routes[1].measurement.plogp.gap_of(kSize).value(), 3e-4);
}

TEST(RoutesOfGlances, TakeTheHostsOfALinkWhereAllClustersAreSingleHosts) {
    Route link = inside(0, 8e-6);
    link.kind = Route::Kind::kBetweenClusters;
    link.to = 1;
    const std::vector<Route> routes = routes_of(std::vector{glance(1, 2, 1e-4), glance(2, 1, 1e-4)}, std::vector{link});
    ASSERT_EQ(routes.size(), 1U);
    EXPECT_NEAR(routes[0].measurement.plogp.gap_of(Bytes(0)).value(), 8e-6, 1e-12);
    EXPECT_NEAR(routes[0].measurement.plogp.gap_of(kSize).value(), 1e-4, 1e-9);
}

TEST(RoutesOfGlances, NeedBothDirections) {
    EXPECT_TRUE(routes_of(std::vector{glance(0, 1, 1e-3)}, std::vector{inside(0, 4e-6)}).empty());
}

}  // namespace
}  // namespace causeway::discovery
