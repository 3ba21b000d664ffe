/// Near pairs take turns: each is measured once, by the lower of its ranks, whoever waits for whom.
#include "causeway/probe/near_pairs.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::probe {
namespace {

/// The other ranks of those that are alike by `is_pair(lower, higher)`.
template <typename IsPair>
std::vector<int> peers_of(IsPair is_pair) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    std::vector<int> peers;
    // From the highest: turns do not hang on the order.
    for (int peer = mpi::size_of(MPI_COMM_WORLD) - 1; peer >= 0; --peer) {
        if (peer != rank && is_pair(std::min(peer, rank), std::max(peer, rank))) {
            peers.push_back(peer);
        }
    }
    return peers;
}

void expect_measured(const std::vector<int>& peers, int at_once) {
    const auto found = measure_near_pairs(MPI_COMM_WORLD, peers, at_once, Seconds(1e-3));
    ASSERT_EQ(found.size(), peers.size());
    for (std::size_t i = 0; i < peers.size(); ++i) {
        EXPECT_EQ(found[i].has_value(), peers[i] > mpi::rank_of(MPI_COMM_WORLD)) << peers[i];
        if (found[i]) {
            EXPECT_GE(found[i]->samples, 3);
            EXPECT_GT(found[i]->least, Seconds(0.0));
        }
    }
}

TEST(NearPairs, AllPairsAreMeasuredInOneChainOfTurnsAndInMore) {
    for (int at_once = 1; at_once <= mpi::size_of(MPI_COMM_WORLD); ++at_once) {
        expect_measured(peers_of([](int, int) { return true; }), at_once);
    }
}

TEST(NearPairs, SomeHaveNone) {
    for (const int at_once : {1, 2}) {
        expect_measured(peers_of([](int lower, int higher) { return lower == 0 && higher > 1; }), at_once);
        expect_measured(peers_of([](int lower, int higher) { return lower + 1 == higher; }), at_once);
        expect_measured({}, at_once);
    }
}

TEST(NearPairs, WithoutACommonKernelAllPairsMeasureAtOnce) {
    EXPECT_EQ(pairs_at_once(MPI_COMM_WORLD, false, 7), 7);
    const int at_once = pairs_at_once(MPI_COMM_WORLD, true, 7);
    EXPECT_GE(at_once, 1);
    EXPECT_LE(at_once, 7);
}

}  // namespace
}  // namespace causeway::probe
