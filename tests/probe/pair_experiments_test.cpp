/// Measuring between two processes gives complete tables, with and without time.
#include "causeway/probe/pair_experiments.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

namespace causeway::probe {
namespace {

/// Ranks 0 and 1, 2 and 3, ... at the same time; the odd one out has nothing to do.
template <typename Check>
void in_pairs(const discovery::PlogpOptions& options, Check check) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const int peer = rank ^ 1;
    if (peer >= mpi::size_of(MPI_COMM_WORLD)) {
        return;
    }
    if (rank < peer) {
        check(measure_plogp(MPI_COMM_WORLD, peer, options));
    } else {
        mirror(MPI_COMM_WORLD, peer);
    }
}

TEST(MeasurePlogp, GivesAllTables) {
    in_pairs({.largest = Bytes(256 * 1024), .budget = Seconds(0.3)}, [](const fit::PlogpMeasurement& measured) {
        EXPECT_GT(measured.round_trip, Seconds(0.0));
        EXPECT_GE(measured.plogp.latency, Seconds(0.0));
        EXPECT_EQ(measured.plogp.gap.points().front().x, 0.0);
        EXPECT_FALSE(measured.plogp.gap.points().empty());
        EXPECT_GT(measured.plogp.send_overhead.points().size(), 2U);
        EXPECT_LE(measured.plogp.gap.points().back().x, 256.0 * 1024.0);
        EXPECT_EQ(measured.plogp.delivery->points().front().x, 0.0);
    });
}

TEST(MeasurePlogp, EndsWithASlopeEvenWithoutTime) {
    in_pairs({.budget = Seconds(0.0)}, [](const fit::PlogpMeasurement& measured) {
        EXPECT_TRUE(measured.out_of_time);
        EXPECT_GE(measured.plogp.send_overhead.points().size(), 2U);
    });
}

TEST(MeasurePlogp, SaysWhenRoundTripsAreFarAboveWhatIsKnown) {
    in_pairs({.budget = Seconds(0.05), .round_trip = Seconds(1e-12)},
             [](const fit::PlogpMeasurement& measured) { EXPECT_TRUE(measured.disturbed); });
}

TEST(Mirror, ServesEveryExperiment) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const int peer = rank ^ 1;
    if (peer >= mpi::size_of(MPI_COMM_WORLD)) {
        return;
    }
    if (rank > peer) {
        mirror(MPI_COMM_WORLD, peer);
        return;
    }
    Measurer measurer(MPI_COMM_WORLD, peer);
    for (const Bytes size : {Bytes(0), Bytes(1), Bytes(5000), Bytes(3 * 1024 * 1024)}) {
        const int messages = 2 * window_of(size) + 1;
        EXPECT_EQ(measurer.bursts(size, 1, 3).size(), 3U);
        for (const discovery::BurstTime& time : measurer.bursts(size, messages, 2)) {
            EXPECT_GE(time.total, time.sending);
        }
        EXPECT_GE(measurer.receive_late(size, 2, Seconds(1e-3)).each, Seconds(0.0));
    }
    measurer.finish();
}

}  // namespace
}  // namespace causeway::probe
