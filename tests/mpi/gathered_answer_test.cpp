/// One question to all and one answer, under mpirun: with one level of the tree, and with two.
#include "causeway/mpi/gathered_answer.hpp"

#include "causeway/mpi/communicator.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::mpi {
namespace {

std::string text_of(int rank) {
    std::string text(static_cast<std::size_t>(rank % 3) * 1000, 'x');
    text += '\0';  // any byte may occur
    text += "\xff\xfe";
    return text + std::to_string(rank);
}

TEST(GatheredAnswer, IsMadeOnRank0FromTheTextsOfAllInTheirOrder) {
    const int rank = rank_of(MPI_COMM_WORLD);
    std::vector<std::string> expected;
    for (int other = 0; other < size_of(MPI_COMM_WORLD); ++other) {
        expected.push_back(text_of(other));
    }
    int asked = 0;
    const std::string answer =
        gathered_answer(MPI_COMM_WORLD, text_of(rank), [&](const std::vector<std::string>& texts) {
            ++asked;
            return fmt::format("{}", fmt::join(texts, "|"));
        });
    EXPECT_EQ(answer, fmt::format("{}", fmt::join(expected, "|")));
    EXPECT_EQ(asked, rank == 0 ? 1 : 0);
}

TEST(GatheredAnswer, KeepsItsMessagesApartFromThoseThatFollow) {
    const int rank = rank_of(MPI_COMM_WORLD);
    for (int round = 0; round < 10; ++round) {
        const std::string mine = fmt::format("{} in round {}", rank, round);
        const std::string answer =
            gathered_answer(MPI_COMM_WORLD, mine, [](const std::vector<std::string>& texts) { return texts.back(); });
        EXPECT_EQ(answer, fmt::format("{} in round {}", size_of(MPI_COMM_WORLD) - 1, round));
    }
}

TEST(GatheredAnswer, MayBeEmpty) {
    EXPECT_EQ(gathered_answer(MPI_COMM_WORLD, "", [](const std::vector<std::string>&) { return std::string(); }), "");
}

}  // namespace
}  // namespace causeway::mpi
