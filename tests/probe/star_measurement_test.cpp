/// Chosen pairs are measured and told in order.
#include "causeway/probe/star_measurement.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>
#include <vector>

namespace causeway::probe {
namespace {

/// Every process once the centre of a star with all others, then neighbours in pairs.
std::vector<discovery::Round> all_stars(int size) {
    std::vector<discovery::Round> rounds;
    for (int centre = 0; centre < size; ++centre) {
        discovery::Star star{.centre = centre, .rays = {}};
        for (int ray = size - 1; ray >= 0; --ray) {
            if (ray != centre) {
                star.rays.push_back(ray);
            }
        }
        if (!star.rays.empty()) {
            rounds.push_back({star});
        }
    }
    discovery::Round pairs;
    for (int host = 0; host + 1 < size; host += 2) {
        pairs.push_back({.centre = host + 1, .rays = {host}});
    }
    if (!pairs.empty()) {
        rounds.push_back(pairs);
    }
    return rounds;
}

void expect_all_measured(Seconds budget) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const bool decides = mpi::rank_of(MPI_COMM_WORLD) == 0;
    const std::vector<discovery::PairLatency> found =
        measure_rounds(MPI_COMM_WORLD, decides ? all_stars(size) : std::vector<discovery::Round>(), budget);
    const auto stars = static_cast<std::size_t>(size * (size - 1) + size / 2);
    ASSERT_EQ(found.size(), decides ? stars : 0U);
    for (const discovery::PairLatency& latency : found) {
        EXPECT_GT(latency.least, Seconds(0.0));
        EXPECT_LE(latency.least, latency.median);
        EXPECT_GE(latency.samples, 1);
    }
}

TEST(MeasureRounds, MeasuresAllPairsOfAllStars) {
    expect_all_measured(Seconds(0.3));
}

TEST(MeasureRounds, MeasuresEachPairOnceWithoutAnyTime) {
    expect_all_measured(Seconds(0.0));
}

TEST(MeasureRounds, HasNothingToSayOfNothing) {
    EXPECT_TRUE(measure_rounds(MPI_COMM_WORLD, {}, Seconds(1.0)).empty());
}

}  // namespace
}  // namespace causeway::probe
