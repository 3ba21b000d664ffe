/// Communicators, datatypes and operators that are freed as early as the standard allows.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <algorithm>
#include <numeric>

namespace conformance {
namespace {

TEST(Lives, ManyCommunicatorsComeAndGo) {
    const Catalogue catalogue;
    for (std::uint64_t i = 0; i < 25; ++i) {
        const Communicator world = described("", MPI_COMM_WORLD);
        MPI_Comm made = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, i % 3 == 0 ? 0 : world.rank % 2, i % 2 == 0 ? world.rank : -world.rank, &made);
        expect_equal(cases_over(catalogue, described("a short-lived one", made), 1, i));
        MPI_Comm_free(&made);
    }
}

TEST(Lives, ManyCommunicatorsLiveAtATime) {
#if defined(OPEN_MPI) && OPEN_MPI
    constexpr int kMany = 100;  // it has more than a test can use up
#else
    constexpr int kMany = 1700;  // of the 2048 that MPICH has: an eighth may be the library's that is preloaded
#endif
    constexpr int kUsed = 300;  // by as many as may have one of the library's beside them
    constexpr int kUse = 2;     // the first call may be the MPI library's own
    constexpr int kMuchUsed = 60;
    constexpr int kMuchUse = 20;  // links are watched by now
    constexpr int kSample = 20;
    std::vector<MPI_Comm> alive(kMany, MPI_COMM_NULL);
    for (int i = 0; i < kMany; ++i) {
        ASSERT_EQ(MPI_Comm_dup(MPI_COMM_WORLD, &alive[static_cast<std::size_t>(i)]), MPI_SUCCESS);
        const Communicator made = described("one of many", alive[static_cast<std::size_t>(i)]);
        const int uses = i < kMuchUsed ? kMuchUse : i < kUsed || i % kSample == 0 ? kUse : 0;
        for (int use = 0; use < uses; ++use) {
            int number = made.rank == 0 ? i + use : -1;
            ASSERT_EQ(MPI_Bcast(&number, 1, MPI_INT, 0, made.comm), MPI_SUCCESS);
            ASSERT_EQ(number, i + use);
        }
    }
    for (MPI_Comm& one : alive) {
        MPI_Comm_free(&one);
    }
}

#if defined(MPICH_VERSION)
/// What is preloaded finds none for itself, and gets along.
TEST(Lives, TheLastCommunicatorThatThereIsCanBeUsed) {
    MPI_Comm first = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_set_errhandler(first, MPI_ERRORS_RETURN);
    std::vector<MPI_Comm> alive;
    for (MPI_Comm made = MPI_COMM_NULL; MPI_Comm_dup(first, &made) == MPI_SUCCESS;) {
        alive.push_back(made);
    }
    ASSERT_GT(alive.size(), 1700U);
    const Communicator last = described("the last one", alive.back());
    MPI_Comm_set_errhandler(last.comm, MPI_ERRORS_ARE_FATAL);
    for (int sent = 7; sent < 9; ++sent) {
        int number = last.rank == 0 ? sent : -1;
        ASSERT_EQ(MPI_Bcast(&number, 1, MPI_INT, 0, last.comm), MPI_SUCCESS);
        EXPECT_EQ(number, sent);
    }
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(last.comm, &handler);
    EXPECT_EQ(handler, MPI_ERRORS_ARE_FATAL);
    // One more: enough for a grid.
    MPI_Comm_free(&alive.front());
    const int is_periodic = 1;
    MPI_Comm grid = MPI_COMM_NULL;
    ASSERT_EQ(MPI_Cart_create(last.comm, 1, &last.size, &is_periodic, 1, &grid), MPI_SUCCESS);
    alive.front() = grid;
    for (MPI_Comm& one : alive) {
        MPI_Comm_free(&one);
    }
    MPI_Comm_free(&first);
}
#endif

/// The one that is used next may be given what the one before has left, while calls on that go on elsewhere.
TEST(Lives, CommunicatorsOfTheSameProcessesFollowOneAnother) {
    const Communicator world = described("", MPI_COMM_WORLD);
    constexpr int kRounds = 60;
    constexpr int kAtATime = 3;
    for (int round = 0; round < kRounds; ++round) {
        std::vector<MPI_Comm> made(kAtATime, MPI_COMM_NULL);
        for (int i = 0; i < kAtATime; ++i) {
            MPI_Comm& comm = made[static_cast<std::size_t>(i)];
            ASSERT_EQ(MPI_Comm_split(MPI_COMM_WORLD, round % 2 == 0 ? 0 : world.rank % 2, world.rank, &comm),
                      MPI_SUCCESS);
            const Communicator one = described("one of three", comm);
            for (int use = 0; use < 3; ++use) {
                const int root = (round + use) % one.size;
                int number = one.rank == root ? round * 10 + use : -1;
                ASSERT_EQ(MPI_Bcast(&number, 1, MPI_INT, root, comm), MPI_SUCCESS);
                ASSERT_EQ(number, round * 10 + use);
                int sum = 0;
                ASSERT_EQ(MPI_Allreduce(&one.rank, &sum, 1, MPI_INT, MPI_SUM, comm), MPI_SUCCESS);
                ASSERT_EQ(sum, one.size * (one.size - 1) / 2);
            }
        }
        std::rotate(made.begin(), made.begin() + round % kAtATime, made.end());
        for (MPI_Comm& comm : made) {
            MPI_Comm_free(&comm);
        }
    }
}

TEST(Lives, ACopyOutlivesItsOriginal) {
    const Catalogue catalogue;
    MPI_Comm first = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -described("", MPI_COMM_WORLD).rank, &first);
    expect_equal(cases_over(catalogue, described("the original", first), 2, 1));
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(first, &copy);
    MPI_Comm_free(&first);
    expect_equal(cases_over(catalogue, described("the copy", copy), 2, 2));
    MPI_Comm_free(&copy);
}

void add(void* in, void* inout, int* length, MPI_Datatype* /*datatype*/) {
    for (int i = 0; i < 2 * *length; ++i) {
        static_cast<int*>(inout)[i] += static_cast<const int*>(in)[i];
    }
}

TEST(Lives, WhatAPendingCollectiveNeedsMayBeFreed) {
    constexpr int kPairs = 4000;
    for (int round = 0; round < 5; ++round) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        const Communicator world = described("a duplicate", comm);
        MPI_Datatype pair = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
        MPI_Op sum = MPI_OP_NULL;
        MPI_Op_create(add, 1, &sum);
        std::vector<int> data(std::size_t{2} * kPairs);
        std::iota(data.begin(), data.end(), world.rank);
        std::vector<int> sums(data.size(), -1);
        std::vector<int> of_root(data.size(), world.rank == 0 ? round : -1);
        MPI_Request requests[2];
        MPI_Iallreduce(data.data(), sums.data(), kPairs, pair, sum, comm, &requests[0]);
        MPI_Ibcast(of_root.data(), kPairs, pair, 0, comm, &requests[1]);
        MPI_Op_free(&sum);
        MPI_Type_free(&pair);
#if defined(OPEN_MPI) && OPEN_MPI
        // Open MPI 4.1.4 itself sends over the communicator after it has been freed, and dies.
        ASSERT_EQ(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
        MPI_Comm_free(&comm);
#else
        MPI_Comm_free(&comm);
        ASSERT_EQ(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
#endif
        const int of_ranks = world.size * (world.size - 1) / 2;
        for (std::size_t i = 0; i < data.size(); ++i) {
            ASSERT_EQ(sums[i], static_cast<int>(i) * world.size + of_ranks) << i;
        }
        ASSERT_EQ(of_root, std::vector<int>(data.size(), round));
    }
}

}  // namespace
}  // namespace conformance
