/// Every pair meets exactly once, and nobody is in two places.
#include "causeway/discovery/tournament.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

class Tournament : public testing::TestWithParam<int> {};

TEST_P(Tournament, LetsEveryPairMeetOnceAndIsSymmetric) {
    const int n = GetParam();
    std::vector<std::vector<int>> all;
    for (int player = 0; player < n; ++player) {
        all.push_back(opponents(player, n));
    }
    std::set<std::pair<int, int>> meetings;
    for (int player = 0; player < n; ++player) {
        const std::vector<int>& mine = all[static_cast<std::size_t>(player)];
        ASSERT_EQ(mine.size(), all[0].size());
        for (std::size_t round = 0; round < mine.size(); ++round) {
            if (mine[round] >= 0) {
                ASSERT_NE(mine[round], player);
                EXPECT_EQ(all[static_cast<std::size_t>(mine[round])][round], player);
                EXPECT_TRUE(meetings.emplace(player, mine[round]).second) << "they meet twice";
            }
        }
    }
    EXPECT_EQ(meetings.size(), static_cast<std::size_t>(n * (n - 1)));
}

TEST_P(Tournament, HasNoMoreRoundsThanNeeded) {
    const int n = GetParam();
    const int expected = n < 2 ? 0 : n - 1 + n % 2;
    EXPECT_EQ(opponents(0, n).size(), static_cast<std::size_t>(expected));
}

INSTANTIATE_TEST_SUITE_P(OfAnySize, Tournament, testing::Range(1, 21));

}  // namespace
}  // namespace causeway::discovery
