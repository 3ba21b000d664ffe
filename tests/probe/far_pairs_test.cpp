/// Both sides of a pair know whether it is known.
#include "causeway/probe/far_pairs.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <vector>

namespace causeway::probe {
namespace {

std::vector<int> all_but(int rank, int size) {
    std::vector<int> peers;
    for (int peer = 0; peer < size; ++peer) {
        if (peer != rank) {
            peers.push_back(peer);
        }
    }
    return peers;
}

TEST(FarPairs, BothSidesSayTheSameAndTheLowerKnowsTheLatency) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const std::vector<int> peers = all_but(rank, size);
    const std::vector<FarPair> pairs = measure_far_pairs(MPI_COMM_WORLD, peers, spacing_of_pings(size, true));
    ASSERT_EQ(pairs.size(), peers.size());
    std::vector<int> own(static_cast<std::size_t>(size), 0);
    for (std::size_t i = 0; i < peers.size(); ++i) {
        own[static_cast<std::size_t>(peers[i])] = pairs[i].is_known ? 1 : 0;
        EXPECT_EQ(pairs[i].latency.has_value(), pairs[i].is_known && peers[i] > rank);
        if (pairs[i].latency) {
            EXPECT_GE(2.0 * pairs[i].latency->least, discovery::kLongRoundTrip);
        }
    }
    std::vector<int> theirs(own.size(), 0);
    MPI_Alltoall(own.data(), 1, MPI_INT, theirs.data(), 1, MPI_INT, MPI_COMM_WORLD);
    EXPECT_EQ(theirs, own);
}

TEST(FarPairs, WhoHasNoPeersIsDone) {
    EXPECT_TRUE(measure_far_pairs(MPI_COMM_WORLD, {}, spacing_of_pings(1, true)).empty());
}

}  // namespace
}  // namespace causeway::probe
