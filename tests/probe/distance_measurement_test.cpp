/// The latency matrix is complete, symmetric and the same everywhere.
#include "causeway/probe/distance_measurement.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>
#include <cstddef>
#include <limits>

namespace causeway::probe {
namespace {

TEST(MeasureLatencies, FillsASymmetricMatrixThatAllShare) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const discovery::LatencyMatrix latencies = measure_latencies(MPI_COMM_WORLD, true, Seconds(0.5));
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
    const discovery::LatencyMatrix latencies = measure_latencies(MPI_COMM_WORLD, true, Seconds(0.0));
    for (int to = 1; to < latencies.seconds.size(); ++to) {
        EXPECT_GT(latencies.seconds(0, to), 0.0);
        EXPECT_TRUE(std::isfinite(latencies.seconds(0, to)));
    }
}

TEST(MeasureLatencies, MeasuresOnlyWhatIsNotKnownBothWays) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    // What nothing can take that ends before the watchdog does.
    constexpr double kFar = 1e6;
    // Known: all that does not touch the last process, each way by a value of its own; of its pairs one way only.
    base::SquareMatrix<double> known(size, std::numeric_limits<double>::infinity());
    for (int from = 0; from < size; ++from) {
        for (int to = 0; to + 1 < size; ++to) {
            known(from, to) = kFar + 10.0 * from + to;
        }
    }
    const discovery::LatencyMatrix latencies = measure_latencies(MPI_COMM_WORLD, true, Seconds(0.5), known);
    EXPECT_EQ(latencies.num_measured, size - 1);
    EXPECT_EQ(latencies.uncertainties.size(), static_cast<std::size_t>(size - 1));
    EXPECT_GE(latencies.num_round_trips, size - 1);
    for (int from = 0; from + 1 < size; ++from) {
        for (int to = 0; to + 1 < size; ++to) {
            EXPECT_EQ(latencies.seconds(from, to), from == to ? 0.0 : known(from, to));
        }
        EXPECT_LT(latencies.seconds(from, size - 1), kFar);
        EXPECT_LT(latencies.seconds(size - 1, from), kFar);
    }
}

}  // namespace
}  // namespace causeway::probe
