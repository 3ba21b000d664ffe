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
    const std::vector<Glance> glances{{.from = 2,
                                       .to = 1,
                                       .round_trip = Seconds(20e-3),
                                       .size = Bytes(16384),
                                       .pace = {.gap = Seconds(2e-3), .low = Seconds(1e-3), .high = Seconds(3e-3)}}};
    SeenRoutes found;
    unpack(packed({routes, glances}), found);
    EXPECT_EQ(found, (SeenRoutes{routes, glances}));
    unpack(packed({{routes.front()}, glances}), found);
    ASSERT_EQ(found.measured.size(), 3U);
    EXPECT_EQ(found.measured.back(), routes.front());
    EXPECT_EQ(found.glances.size(), 2U);
}

TEST(PackedRoutes, OfNoneAreNothing) {
    SeenRoutes found;
    unpack(packed({}), found);
    EXPECT_EQ(found, SeenRoutes());
}

}  // namespace
}  // namespace causeway::discovery
