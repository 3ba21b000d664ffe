/// Broadcasts among some of the ranks of a communicator.
#include "causeway/mpi/member_broadcast.hpp"
#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace causeway::mpi {
namespace {

/// Whoever is the first, and whoever the others are: a run of ranks, round the end.
TEST(MemberBroadcast, BringsWhatTheFirstHasToAllMembers) {
    const Communicator comm = duplicate(MPI_COMM_WORLD);
    const int rank = rank_of(comm.handle());
    const int size = size_of(comm.handle());
    constexpr int kTag = 3;
    for (int count = 1; count <= size; ++count) {
        for (int first = 0; first < size; ++first) {
            std::vector<int> ranks(static_cast<std::size_t>(count));
            std::iota(ranks.begin(), ranks.end(), first);
            std::transform(ranks.begin(), ranks.end(), ranks.begin(), [&](int member) { return member % size; });
            const auto own = std::find(ranks.begin(), ranks.end(), rank);
            int value = rank == first ? 100 * count + first : -1;
            if (own != ranks.end()) {
                broadcast_among({comm.handle(), ranks, static_cast<int>(own - ranks.begin()), kTag}, &value,
                                sizeof value);
            }
            EXPECT_EQ(value, own != ranks.end() ? 100 * count + first : -1);
        }
    }
}

/// While errors are returned, and afterwards.
TEST(ErrorsReturned, HoldsForAsLongAsItLives) {
    const Communicator comm = duplicate(MPI_COMM_WORLD);
    PMPI_Comm_set_errhandler(comm.handle(), MPI_ERRORS_ARE_FATAL);
    {
        const ErrorsReturned errors(comm.handle());
        EXPECT_EQ(errors.handler(), MPI_ERRORS_ARE_FATAL);
        EXPECT_NE(PMPI_Send(nullptr, 0, MPI_BYTE, size_of(comm.handle()), 0, comm.handle()), MPI_SUCCESS);
    }
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    PMPI_Comm_get_errhandler(comm.handle(), &handler);
    EXPECT_EQ(handler, MPI_ERRORS_ARE_FATAL);
}

}  // namespace
}  // namespace causeway::mpi
