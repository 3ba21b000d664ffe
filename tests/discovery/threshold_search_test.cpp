/// The size from which on sends wait is found wherever it is, in few looks, and one wrong answer does not hide it.
#include "causeway/discovery/threshold_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace causeway::discovery {
namespace {

constexpr Bytes kLongest(1 << 20);

TEST(ThresholdSearch, AThresholdIsFoundWhereverItIsInFewLooks) {
    for (std::int64_t truth = 1; truth < kLongest.value(); truth += 1 + truth / 9) {
        int looks = 0;
        const SendThreshold found = search_send_threshold(kLongest, [&](Bytes size) {
            ++looks;
            return size.value() > truth;
        });
        ASSERT_TRUE(found.at_most && found.above) << truth;
        EXPECT_LE(found.at_most->value(), truth);
        EXPECT_GT(found.above->value(), truth);
        EXPECT_LE((*found.above - *found.at_most).value(), std::max<std::int64_t>(1, truth / 32)) << truth;
        EXPECT_LE(looks, 5 + 9 + 2) << truth;
    }
}

TEST(ThresholdSearch, ThatThereIsNoneIsSaid) {
    int looks = 0;
    const SendThreshold all_return = search_send_threshold(kLongest, [&](Bytes) {
        ++looks;
        return false;
    });
    EXPECT_EQ(all_return, (SendThreshold{kLongest, std::nullopt}));
    EXPECT_EQ(looks, 2);
    const SendThreshold all_wait = search_send_threshold(kLongest, [](Bytes) { return true; });
    EXPECT_EQ(all_wait, (SendThreshold{std::nullopt, Bytes(1)}));
}

TEST(ThresholdSearch, LimitsThatAreNoPowersOfTwoAreKept) {
    for (const std::int64_t longest : {1, 2, 3, 5, 1000, 1000000}) {
        std::set<std::int64_t> asked;
        const SendThreshold found = search_send_threshold(Bytes(longest), [&](Bytes size) {
            asked.insert(size.value());
            return size.value() > longest - 1;
        });
        EXPECT_EQ(found.above, Bytes(longest));
        EXPECT_GE(*asked.begin(), 1);
        EXPECT_LE(*asked.rbegin(), longest);
    }
}

TEST(ThresholdSearch, OneDisturbedLookIsFoundOut) {
    constexpr std::int64_t kTruth = 12345;
    for (int disturbed = 1; disturbed <= 14; ++disturbed) {
        int looks = 0;
        const SendThreshold found = search_send_threshold(kLongest, [&](Bytes size) {
            ++looks;
            return (size.value() > kTruth) != (looks == disturbed);
        });
        ASSERT_TRUE(found.at_most && found.above) << disturbed;
        EXPECT_LE(found.at_most->value(), kTruth) << disturbed;
        EXPECT_GT(found.above->value(), kTruth) << disturbed;
    }
}

}  // namespace
}  // namespace causeway::discovery
