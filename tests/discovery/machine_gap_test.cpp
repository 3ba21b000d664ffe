/// What messages cost a machine that all hosts are, from round trips of all pairs at once.
#include "causeway/discovery/machine_gap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace causeway::discovery {
namespace {

using statistics::PiecewiseLinear;

/// 100 us between hosts, 100 MB/s.
platform::Cluster cluster_of_eight() {
    platform::Cluster result;
    result.num_hosts = 8;
    result.plogp = platform::Plogp{.latency = Seconds(100e-6),
                                   .gap = PiecewiseLinear({{0.0, 0.0}, {1e6, 10e-3}}),
                                   .send_overhead = {},
                                   .receive_overhead = {},
                                   .delivery = {},
                                   .shared_gap = {}};
    return result;
}

constexpr Bytes kMessageOfTrips(1000);

/// Of `pairs` whose data is on its way, in part while others' messages occupy the machine for `each`.
std::vector<BusyTrip> trips(int pairs, double each, double overlap) {
    const double on_way = 2.0 * cluster_of_eight().plogp->gap_of(kMessageOfTrips).value();
    const double occupied = 2.0 * pairs * each;
    const double time = occupied + on_way - overlap * std::min(on_way, occupied);
    std::vector<BusyTrip> result;
    for (int pair = 0; pair < pairs; ++pair) {
        result.push_back({.cluster = 0, .time = Seconds(time * (pair % 2 == 0 ? 1.1 : 0.9))});
    }
    return result;
}

TEST(MachineGap, IsWhatMessagesOfAllPairsTakeOneAfterAnother) {
    const std::vector<platform::Cluster> clusters{cluster_of_eight()};
    const auto gap = machine_gap(trips(8, 70e-6, 0.0), kMessageOfTrips, clusters);
    ASSERT_TRUE(gap);
    EXPECT_NEAR(gap->value(), 70e-6, 1e-9);
}

TEST(MachineGap, IsNeverMoreThanThat) {
    const std::vector<platform::Cluster> clusters{cluster_of_eight()};
    for (const double overlap : {0.0, 0.3, 0.6, 1.0}) {
        const auto gap = machine_gap(trips(6, 80e-6, overlap), kMessageOfTrips, clusters);
        ASSERT_TRUE(gap);
        EXPECT_LE(gap->value(), 80e-6 + 1e-9) << "data may have been on its way meanwhile: " << overlap;
        EXPECT_GE(gap->value(), 75e-6);
    }
}

TEST(MachineGap, IsNothingWherePairsDoNotFeelEachOther) {
    const std::vector<platform::Cluster> clusters{cluster_of_eight()};
    EXPECT_FALSE(machine_gap({}, kMessageOfTrips, clusters));
    // A pair alone takes 200 us and its data: what two of them occupy passes meanwhile.
    EXPECT_FALSE(
        machine_gap(std::vector<BusyTrip>{{0, Seconds(230e-6)}, {0, Seconds(225e-6)}}, kMessageOfTrips, clusters));
}

TEST(MachineGap, IsNothingWhereClustersHaveNoFigures) {
    platform::Cluster unknown = cluster_of_eight();
    unknown.plogp.reset();
    EXPECT_FALSE(machine_gap(trips(8, 70e-6, 0.0), kMessageOfTrips, std::vector{unknown}));
}

}  // namespace
}  // namespace causeway::discovery
