/// The latency matrix is complete, symmetric and the same everywhere.
#include "causeway/probe/distance_measurement.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>

namespace causeway::probe {
namespace {

TEST(MeasureLatencies, FillsASymmetricMatrixThatAllShare) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const LatencyMatrix latencies = measure_latencies(MPI_COMM_WORLD, Seconds(0.5));
    ASSERT_EQ(latencies.seconds.size(), size);
    for (int from = 0; from < size; ++from) {
        EXPECT_EQ(latencies.seconds(from, from), 0.0);
        for (int to = 0; to < size; ++to) {
            double value = latencies.seconds(from, to);
            EXPECT_TRUE(from == to || (value > 0.0 && std::isfinite(value)));
            EXPECT_EQ(value, latencies.seconds(to, from));
            MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            EXPECT_EQ(value, latencies.seconds(from, to));
        }
    }
}

TEST(MeasureLatencies, IsCompleteWithoutAnyTime) {
    const LatencyMatrix latencies = measure_latencies(MPI_COMM_WORLD, Seconds(0.0));
    for (int to = 1; to < latencies.seconds.size(); ++to) {
        EXPECT_GT(latencies.seconds(0, to), 0.0);
        EXPECT_TRUE(std::isfinite(latencies.seconds(0, to)));
    }
}

}  // namespace
}  // namespace causeway::probe
