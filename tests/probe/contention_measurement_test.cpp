/// Whether messages get in each other's way, under mpirun.
#include "causeway/probe/contention_measurement.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace causeway::probe {
namespace {

using statistics::PiecewiseLinear;

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

}  // namespace
}  // namespace causeway::probe
