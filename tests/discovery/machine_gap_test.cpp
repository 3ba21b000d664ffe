/// What messages cost a machine that all hosts are, from round trips of all pairs at once.
#include "causeway/discovery/machine_gap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace causeway::discovery {
namespace {

using statistics::PiecewiseLinear;

/// 100 us between hosts, 100 MB/s.
platform::Cluster cluster() {
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

/// Of `pairs`, each in turn with data on its way while others occupy the machine for `each` a message.
BusyTrips trips(Bytes size, int pairs, double each, double overlap) {
    const double on_way = 2.0 * cluster().plogp->gap_of(size).value();
    const double occupied = 2.0 * pairs * each;
    BusyTrips result{.size = size, .trips = {}};
    for (int pair = 0; pair < pairs; ++pair) {
        const double time = occupied + on_way - overlap * std::min(on_way, occupied);
        // Some are slower and others faster.
        result.trips.push_back({.cluster = 0, .time = Seconds(time * (pair % 2 == 0 ? 1.1 : 0.9))});
    }
    return result;
}

TEST(MachineGap, IsWhatMessagesOfAllPairsTakeOneAfterAnother) {
    const std::vector<platform::Cluster> clusters{cluster()};
    const std::vector<BusyTrips> found{trips(Bytes(1000), 8, 70e-6, 0.0), trips(Bytes(16000), 8, 90e-6, 0.0)};
    const auto gap = machine_gap(found, clusters);
    ASSERT_TRUE(gap);
    EXPECT_NEAR((*gap)(1000.0), 70e-6, 1e-9);
    EXPECT_NEAR((*gap)(16000.0), 90e-6, 1e-9);
    EXPECT_GT((*gap)(64000.0), 90e-6) << "longer ones cost more";
}

TEST(MachineGap, IsNeverMoreThanWhatItIs) {
    const std::vector<platform::Cluster> clusters{cluster()};
    for (const double overlap : {0.0, 0.3, 0.6, 1.0}) {
        const std::vector<BusyTrips> found{trips(Bytes(1000), 6, 80e-6, overlap),
                                           trips(Bytes(16000), 6, 80e-6, overlap)};
        const auto gap = machine_gap(found, clusters);
        ASSERT_TRUE(gap);
        EXPECT_LE((*gap)(16000.0), 80e-6 + 1e-9) << "data may have been on its way meanwhile: " << overlap;
        EXPECT_GE((*gap)(16000.0), (*gap)(1000.0));
    }
}

TEST(MachineGap, IsNothingWherePairsDoNotFeelEachOther) {
    const std::vector<platform::Cluster> clusters{cluster()};
    EXPECT_FALSE(machine_gap({}, clusters));
    // A pair alone takes 200 us and its data: what two of them occupy passes meanwhile.
    const std::vector<BusyTrips> found{{.size = Bytes(1000), .trips = {{0, Seconds(230e-6)}, {0, Seconds(225e-6)}}}};
    EXPECT_FALSE(machine_gap(found, clusters));
}

TEST(MachineGap, IsNothingWhereClustersHaveNoFigures) {
    platform::Cluster unknown = cluster();
    unknown.plogp.reset();
    const std::vector<BusyTrips> found{trips(Bytes(1000), 8, 70e-6, 0.0)};
    EXPECT_FALSE(machine_gap(found, std::vector{unknown}));
}

}  // namespace
}  // namespace causeway::discovery
