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

TEST(StepsOfMeetings, AreTheRoundsOfATournamentWhereAllAreWanted) {
    for (const int players : {2, 3, 6, 7, 12}) {
        const auto steps = steps_of_meetings(players, [](int, int) { return true; });
        EXPECT_EQ(static_cast<int>(steps.size()), num_rounds(players));
        std::set<Meeting> met;
        for (const auto& step : steps) {
            std::set<int> busy;
            for (const auto& [one, other] : step) {
                EXPECT_LT(one, other);
                EXPECT_TRUE(busy.insert(one).second && busy.insert(other).second);
                EXPECT_TRUE(met.insert({one, other}).second);
            }
        }
        EXPECT_EQ(static_cast<int>(met.size()), players * (players - 1) / 2);
    }
}

TEST(StepsOfMeetings, AreFewWhereFewAreWanted) {
    // Ten sites of five networks: the first network of each meets those of the others, and all meet in their site.
    const auto is_wanted = [](int one, int other) { return one / 5 == other / 5 || (one % 5 == 0 && other % 5 == 0); };
    EXPECT_LE(steps_of_meetings(50, is_wanted).size(), 16U);  // 13 meetings of one network, 49 rounds of all
}

}  // namespace
}  // namespace causeway::discovery
