/// One question to all and one answer, under mpirun: with one level of the tree, and with two.
#include "causeway/mpi/gathered_answer.hpp"

#include "causeway/mpi/communicator.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
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

const auto all = [](const std::vector<int>& ranks) { return std::vector<bool>(ranks.size(), true); };

std::string joined(const std::vector<TextOfRank>& texts) {
    std::string result;
    for (const TextOfRank& text : texts) {
        result += text.value_or("nobody") + "|";
    }
    return result;
}

TEST(GatheredAnswer, IsMadeOnRank0FromTheTextsOfAllInTheirOrder) {
    const int rank = rank_of(MPI_COMM_WORLD);
    std::vector<TextOfRank> expected;
    for (int other = 0; other < size_of(MPI_COMM_WORLD); ++other) {
        expected.emplace_back(text_of(other));
    }
    int asked = 0;
    const std::string answer =
        gathered_answer(MPI_COMM_WORLD, text_of(rank), all, [&](const std::vector<TextOfRank>& texts) {
            ++asked;
            return joined(texts);
        });
    EXPECT_EQ(answer, joined(expected));
    EXPECT_EQ(asked, rank == 0 ? 1 : 0);
}

TEST(GatheredAnswer, KeepsItsMessagesApartFromThoseThatFollow) {
    const int rank = rank_of(MPI_COMM_WORLD);
    for (int round = 0; round < 10; ++round) {
        const std::string mine = fmt::format("{} in round {}", rank, round);
        const std::string answer = gathered_answer(
            MPI_COMM_WORLD, mine, all, [](const std::vector<TextOfRank>& texts) { return texts.back().value(); });
        EXPECT_EQ(answer, fmt::format("{} in round {}", size_of(MPI_COMM_WORLD) - 1, round));
    }
}

TEST(GatheredAnswer, MayBeEmpty) {
    EXPECT_EQ(gathered_answer(MPI_COMM_WORLD, "", all, [](const std::vector<TextOfRank>&) { return std::string(); }),
              "");
}

// Whoever is missing, rank 0 among them and the ranks through which others reach it: all that are there get an answer,
// and whoever answers does so for all that have nobody else. A rank that is missing must not get a message.
TEST(GatheredAnswer, IsGivenToThoseThatAreThere) {
    const int rank = rank_of(MPI_COMM_WORLD);
    const int size = size_of(MPI_COMM_WORLD);
    constexpr int kDegree = 32;
    const auto missing_ranks = [&](int pattern) -> std::vector<int> {
        switch (pattern) {
            case 0:
                return {0};
            case 1:
                return {size - 1};
            case 2:
                return {1, kDegree};
            case 3:
                return {0, kDegree, kDegree + 1};
            case 4:
                return {0, 1, 2, 3, 4};
            default:
                return {kDegree, 2 * kDegree, 2 * kDegree + 1};
        }
    };
    for (int pattern = 0; pattern < 6; ++pattern) {
        const std::vector<int> missing = missing_ranks(pattern);
        const auto is_there = [&](int one) { return std::find(missing.begin(), missing.end(), one) == missing.end(); };
        const auto there = [&](const std::vector<int>& ranks) {
            std::vector<bool> result;
            std::transform(ranks.begin(), ranks.end(), std::back_inserter(result), is_there);
            return result;
        };
        if (is_there(rank)) {
            int asked = 0;
            const std::string answer =
                gathered_answer(MPI_COMM_WORLD, std::to_string(rank), there, [&](const std::vector<TextOfRank>& texts) {
                    ++asked;
                    return joined(texts);
                });
            EXPECT_NE(("|" + answer).find("|" + std::to_string(rank) + "|"), std::string::npos) << answer;
            if (is_there(0)) {
                std::vector<TextOfRank> expected;
                for (int other = 0; other < size; ++other) {
                    expected.push_back(is_there(other) ? TextOfRank(std::to_string(other)) : TextOfRank());
                }
                EXPECT_EQ(answer, joined(expected));
                EXPECT_EQ(asked, rank == 0 ? 1 : 0);
            }
        }
        PMPI_Barrier(MPI_COMM_WORLD);
        int is_left_over = 0;
        PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_left_over, MPI_STATUS_IGNORE);
        EXPECT_EQ(is_left_over, 0);
        PMPI_Barrier(MPI_COMM_WORLD);
    }
}

}  // namespace
}  // namespace causeway::mpi
