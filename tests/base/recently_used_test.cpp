/// Caches with a bound.
#include "causeway/base/recently_used.hpp"

#include <gtest/gtest.h>

#include <string>

namespace causeway::base {
namespace {

TEST(RecentlyUsed, TakesOutWhatWasUsedLongestAgo) {
    RecentlyUsed<int, std::string> map;
    map.enter(1, "one");
    map.enter(2, "two");
    map.enter(3, "three");
    ASSERT_NE(map.use(1), nullptr);
    EXPECT_EQ(*map.use(1), "one");
    EXPECT_EQ(map.take_oldest().key, 2);
    EXPECT_EQ(map.take_oldest().value, "three");
    EXPECT_EQ(map.size(), 1U);
    EXPECT_EQ(map.use(2), nullptr);
}

TEST(RecentlyUsed, KeepsValuesWhereTheyAre) {
    RecentlyUsed<int, int> map;
    const int* const first = &map.enter(0, 7);
    constexpr int kMany = 1000;
    for (int key = 1; key < kMany; ++key) {
        map.enter(key, key);
    }
    EXPECT_EQ(map.use(0), first);
    EXPECT_EQ(*first, 7);
}

TEST(RecentlyUsed, TakesOutARange) {
    RecentlyUsed<int, int> map;
    for (const int key : {5, 1, 4, 2, 3}) {
        map.enter(key, 10 * key);
    }
    const auto taken = map.take_between(2, 4);
    ASSERT_EQ(taken.size(), 2U);
    EXPECT_EQ(taken.front().value, 20);
    EXPECT_EQ(taken.back().key, 3);
    EXPECT_EQ(map.size(), 3U);
    EXPECT_EQ(map.use(3), nullptr);
    EXPECT_EQ(map.take_oldest().key, 5);
    EXPECT_EQ(map.take_oldest().key, 1);
}

TEST(RecentlyUsed, TellsOfTheLastUsedFirst) {
    RecentlyUsed<int, int> map;
    map.enter(1, 10);
    map.enter(2, 20);
    (void)map.use(1);
    EXPECT_EQ(map.entries().front().key, 1);
    EXPECT_EQ(map.entries().back().value, 20);
    map.clear();
    EXPECT_EQ(map.size(), 0U);
    EXPECT_EQ(map.use(1), nullptr);
}

}  // namespace
}  // namespace causeway::base
