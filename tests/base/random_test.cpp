/// Shuffling, alike everywhere for the same seed.
#include "causeway/base/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace causeway::base {
namespace {

TEST(Random, ShufflesToTheSameOrderForTheSameSeed) {
    std::vector<int> once{0, 1, 2, 3, 4, 5, 6, 7};
    std::vector<int> again = once;
    Random(3).shuffle(once);
    Random(3).shuffle(again);
    EXPECT_EQ(once, again);
    EXPECT_THAT(once, testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Random, ShufflesToEveryOrderEquallyOften) {
    constexpr int kDraws = 6000;
    std::map<std::vector<int>, int> times;
    Random random(1);
    for (int i = 0; i < kDraws; ++i) {
        std::vector<int> values{0, 1, 2};
        random.shuffle(values);
        ++times[values];
    }
    EXPECT_EQ(times.size(), 6U);
    for (const auto& [order, count] : times) {
        EXPECT_NEAR(count, kDraws / 6, 150);  // five standard deviations
    }
}

TEST(Random, ShufflesNothingAndOneValue) {
    std::vector<int> none;
    Random(1).shuffle(none);
    EXPECT_TRUE(none.empty());
    std::vector<int> one{7};
    Random(1).shuffle(one);
    EXPECT_EQ(one, std::vector{7});
}

}  // namespace
}  // namespace causeway::base
