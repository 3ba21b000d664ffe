/// Groups that measure at the same time have nobody in common, and every group has its turn.
#include "causeway/discovery/disjoint_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace causeway::discovery {
namespace {

std::vector<std::vector<int>> triplets(int n) {
    std::vector<std::vector<int>> result;
    for (int i = 0; i < n; ++i) {
        for (int j = i + 1; j < n; ++j) {
            for (int k = j + 1; k < n; ++k) {
                result.push_back({i, j, k});
            }
        }
    }
    return result;
}

TEST(DisjointSteps, EveryGroupHasOneTurnAndNobodyTwoAtATime) {
    for (int n = 0; n <= 13; ++n) {
        for (const int most : {0, 1, 2}) {
            const auto groups = triplets(n);
            std::multiset<std::size_t> seen;
            for (const auto& step : disjoint_steps(groups, n, most)) {
                std::set<int> busy;
                EXPECT_TRUE(most == 0 || static_cast<int>(step.size()) <= most);
                for (const std::size_t group : step) {
                    seen.insert(group);
                    for (const int member : groups[group]) {
                        EXPECT_TRUE(busy.insert(member).second);
                    }
                }
            }
            EXPECT_EQ(seen.size(), groups.size());
            EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), groups.size());
        }
    }
}

TEST(DisjointSteps, PairsOfAPowerOfTwoTakeAsFewStepsAsThereAreOthers) {
    std::vector<std::vector<int>> pairs;
    for (int i = 0; i < 8; ++i) {
        for (int j = i + 1; j < 8; ++j) {
            pairs.push_back({i, j});
        }
    }
    EXPECT_EQ(disjoint_steps(pairs, 8, 0).size(), 7U);
    EXPECT_EQ(disjoint_steps(pairs, 8, 1).size(), 28U);
}

}  // namespace
}  // namespace causeway::discovery
