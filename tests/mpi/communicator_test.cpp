/// Hosts, texts and communicators, under mpirun.
#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace causeway::mpi {
namespace {

TEST(Communicator, DuplicateHasTheSameProcessesAndItsOwnContext) {
    const Communicator copy = duplicate(MPI_COMM_WORLD);
    int result = MPI_UNEQUAL;
    MPI_Comm_compare(MPI_COMM_WORLD, copy.handle(), &result);
    EXPECT_EQ(result, MPI_CONGRUENT);
}

TEST(Communicator, MovedFromIsNull) {
    Communicator first = duplicate(MPI_COMM_WORLD);
    const Communicator second = std::move(first);
    EXPECT_EQ(first.handle(), MPI_COMM_NULL);
    EXPECT_NE(second.handle(), MPI_COMM_NULL);
}

TEST(Communicator, SplitLeavesOutNegativeColours) {
    const int rank = rank_of(MPI_COMM_WORLD);
    const Communicator part = split(MPI_COMM_WORLD, rank == 0 ? 0 : -1);
    EXPECT_EQ(part.handle() == MPI_COMM_NULL, rank != 0);
}

TEST(HostNames, AreTheSameOnEveryRankAndOneHostHere) {
    const std::vector<std::string> names = host_names(MPI_COMM_WORLD);
    ASSERT_EQ(names.size(), static_cast<std::size_t>(size_of(MPI_COMM_WORLD)));
    for (const std::string& name : names) {
        EXPECT_EQ(name, names.front());
    }
    EXPECT_TRUE(share_one_kernel(host_marks(MPI_COMM_WORLD)));
}

TEST(Texts, AreBroadcastFromAnyRoot) {
    for (int root = 0; root < size_of(MPI_COMM_WORLD); ++root) {
        const std::string mine = rank_of(MPI_COMM_WORLD) == root ? "from " + std::to_string(root) : "not this";
        EXPECT_EQ(broadcast_text(MPI_COMM_WORLD, mine, root), "from " + std::to_string(root));
    }
    EXPECT_EQ(broadcast_text(MPI_COMM_WORLD, "", 0), "");
}

TEST(Texts, AreBroadcastHoweverLong) {
    for (const std::size_t length : {1015, 1016, 1017, 100000}) {
        std::string text;
        while (text.size() < length) {
            text += static_cast<char>('a' + text.size() % 23);
        }
        EXPECT_EQ(broadcast_text(MPI_COMM_WORLD, rank_of(MPI_COMM_WORLD) == 0 ? text : "not this", 0), text);
    }
}

TEST(Numbers, AreBroadcast) {
    const std::vector<double> numbers{1.5, -2.0, 3.25};
    const int root = size_of(MPI_COMM_WORLD) - 1;
    EXPECT_EQ(
        broadcast_numbers(MPI_COMM_WORLD, rank_of(MPI_COMM_WORLD) == root ? numbers : std::vector<double>(), root),
        numbers);
    EXPECT_TRUE(broadcast_numbers(MPI_COMM_WORLD, std::vector<int>(), 0).empty());
}

TEST(Texts, AreGatheredInRankOrder) {
    const int rank = rank_of(MPI_COMM_WORLD);
    const std::vector<std::string> texts =
        gather_texts(MPI_COMM_WORLD, std::string(static_cast<std::size_t>(rank), 'x'), 0);
    if (rank != 0) {
        EXPECT_TRUE(texts.empty());
        return;
    }
    for (std::size_t r = 0; r < texts.size(); ++r) {
        EXPECT_EQ(texts[r], std::string(r, 'x'));
    }
}

}  // namespace
}  // namespace causeway::mpi
