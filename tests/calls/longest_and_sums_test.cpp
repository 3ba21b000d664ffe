/// What ranks tell each other of calls: the longest times of any rank, and sums.
#include "causeway/calls/longest_and_sums.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <limits>
#include <vector>

namespace causeway::calls {
namespace {

class OverAllRanks : public testing::Test {
protected:
    [[nodiscard]] static std::vector<double> reduced(const std::vector<double>& own, std::size_t num_longest) {
        LongestAndSums numbers(own, num_longest);
        const mpi::ReductionArguments all = numbers.reduction();
        PMPI_Allreduce(all.send, all.receive, static_cast<int>(all.count), all.datatype, all.op, MPI_COMM_WORLD);
        return {numbers.numbers().begin(), numbers.numbers().end()};
    }

    void SetUp() override {
        PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
        PMPI_Comm_size(MPI_COMM_WORLD, &size);
    }

    int rank = 0;
    int size = 0;
};

TEST_F(OverAllRanks, TheFirstAreTheLargestAndTheOthersAreAddedUp) {
    const double last = size - 1;
    EXPECT_EQ(reduced({1.0 * rank, -1.0 * rank, 1.0 * rank, 1.0}, 2),
              (std::vector{last, 0.0, last * (last + 1.0) / 2.0, 1.0 * size}));
}

TEST_F(OverAllRanks, AllMayBeEither) {
    EXPECT_EQ(reduced({1.0 * rank}, 1), (std::vector{size - 1.0}));
    EXPECT_EQ(reduced({1.0}, 0), (std::vector{1.0 * size}));
    EXPECT_TRUE(reduced({}, 0).empty());
}

TEST_F(OverAllRanks, WhatFailedOnOneIsInfiniteOnAll) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(reduced({rank == 0 ? kInfinite : 1.0}, 1), (std::vector{kInfinite}));
}

}  // namespace
}  // namespace causeway::calls
