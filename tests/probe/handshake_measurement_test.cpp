/// Every MPI library says from which size on it has messages wait, both of its ends are told, and nothing stays under
/// way.
#include "causeway/probe/handshake_measurement.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <optional>

namespace causeway::probe {
namespace {

TEST(MeasureHandshake, FindsALimitAndLeavesNothingUnderWay) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const int peer = rank ^ 1;  // ranks 0 and 1, 2 and 3, ... at the same time
    if (peer < mpi::size_of(MPI_COMM_WORLD)) {
        const bool is_measurer = rank < peer;
        const std::optional<platform::Handshake> found =
            measure_handshake(MPI_COMM_WORLD, is_measurer ? rank : peer, is_measurer ? peer : rank, Seconds(1e-4));
        EXPECT_EQ(found.has_value(), is_measurer) << "a kilobyte waits in no library that we know";
        if (found) {
            EXPECT_GE(found->beyond, Bytes(1024));
            EXPECT_LE(found->beyond, Bytes(64 * 1024));
            EXPECT_GE(found->round_trips, 1);
            EXPECT_LE(found->round_trips, 4);
        }
    }
    int is_under_way = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_under_way, MPI_STATUS_IGNORE);
    EXPECT_EQ(is_under_way, 0);
    MPI_Barrier(MPI_COMM_WORLD);  // before anybody sends what the next test sends
}

}  // namespace
}  // namespace causeway::probe
