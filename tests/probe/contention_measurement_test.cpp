/// Whether messages get in each other's way, under mpirun.
#include "causeway/probe/contention_measurement.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace causeway::probe {
namespace {

using statistics::PiecewiseLinear;

platform::Plogp with_gap(PiecewiseLinear gap) {
    platform::Plogp result;
    result.gap = std::move(gap);
    return result;
}

TEST(SharedGap, GrowsWithTheMessageAndIsTheSameOnAllRanks) {
    const PiecewiseLinear shared = measure_shared_gap(MPI_COMM_WORLD, Seconds(0.5));
    std::vector<double> times;
    for (const PiecewiseLinear::Point& point : shared.points()) {
        EXPECT_GT(point.y, times.empty() ? 0.0 : times.back() * (1.0 - 1e-12));
        times.push_back(point.y);
    }
    ASSERT_GE(times.size(), 2U);
    std::vector<double> of_root = times;
    int count = static_cast<int>(of_root.size());
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    ASSERT_EQ(count, static_cast<int>(times.size()));
    MPI_Bcast(of_root.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    EXPECT_EQ(of_root, times);
}

TEST(SharedGap, MattersIfAllTogetherAreSlowerThanEachAlone) {
    const platform::Plogp plogp = with_gap(PiecewiseLinear({{0.0, 1.0}, {100.0, 2.0}}));
    // Eight processes that do not disturb each other send eight messages in the time of one.
    EXPECT_FALSE(if_it_matters(PiecewiseLinear({{0.0, 1.0 / 8}, {100.0, 2.0 / 8}}), plogp, 8));
    EXPECT_TRUE(if_it_matters(PiecewiseLinear({{0.0, 1.0 / 8}, {100.0, 1.0}}), plogp, 8));
    EXPECT_TRUE(if_it_matters(PiecewiseLinear(1.0), plogp, 8));
}

}  // namespace
}  // namespace causeway::probe
