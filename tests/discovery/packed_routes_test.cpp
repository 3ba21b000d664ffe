/// Routes arrive as they were sent.
#include "causeway/discovery/packed_routes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::discovery {
namespace {

fit::PlogpMeasurement measurement_of(double latency, const std::vector<statistics::PiecewiseLinear::Point>& gaps) {
    fit::PlogpMeasurement result;
    result.plogp.latency = Seconds(latency);
    result.plogp.gap = statistics::PiecewiseLinear(gaps);
    result.plogp.send_overhead = statistics::PiecewiseLinear({{0.0, 1e-6}});
    result.plogp.receive_overhead = statistics::PiecewiseLinear({{0.0, 2e-6}});
    result.plogp.delivery = statistics::PiecewiseLinear({{0.0, latency}, {65536.0, 3.0 * latency}});
    result.round_trip = Seconds(2.0 * latency);
    return result;
}

TEST(PackedRoutes, ComeOutAsTheyWere) {
    const std::vector<Route> routes{
        {.kind = Route::Kind::kWithinHost, .from = 2, .to = 2, .measurement = measurement_of(1e-6, {{0.0, 1e-7}})},
        {.kind = Route::Kind::kBetweenClusters,
         .from = 0,
         .to = 3,
         .symmetric = false,
         .measurement = measurement_of(5e-3, {{0.0, 1e-5}, {65536.0, 3e-3}}),
         .directions = platform::DirectionTest{
             .size = Bytes(65536), .there = Seconds(3e-3), .back = Seconds(9e-3), .differ = true}}};
    std::vector<Route> found;
    unpack(packed(routes), found);
    EXPECT_EQ(found, routes);
    unpack(packed({routes.front()}), found);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found.back(), routes.front());
}

TEST(PackedRoutes, OfNoneAreNothing) {
    std::vector<Route> found;
    unpack(packed({}), found);
    EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace causeway::discovery
