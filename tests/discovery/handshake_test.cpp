/// The size from which on messages wait is found in two tries wherever it is, and what that costs in whole round trips.
#include "causeway/discovery/handshake.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

/// Found where messages up to `limit` leave at once.
SendThreshold found_with(std::int64_t limit, int& tries) {
    SendThreshold known;
    for (tries = 0;; ++tries) {
        const std::vector<Bytes> sizes = sizes_for_late_receiver(known);
        if (sizes.empty()) {
            return known;
        }
        std::vector<bool> has_left;
        for (const Bytes size : sizes) {
            has_left.push_back(size.value() <= limit);
        }
        known = narrowed(known, sizes, has_left);
    }
}

TEST(Handshake, IsLookedForOnTheShortestOfLongWaysElseOnTheLongest) {
    base::SquareMatrix<Seconds> between(3, Seconds(0.0));
    const auto join = [&](int a, int b, double latency) { between(a, b) = between(b, a) = Seconds(latency); };
    join(0, 1, 12e-3);
    join(0, 2, 0.1e-3);
    join(1, 2, 5e-3);
    EXPECT_EQ(clusters_for_handshake(between), std::pair(1, 2));
    join(0, 2, 3e-3);
    EXPECT_EQ(clusters_for_handshake(between), std::pair(0, 2));
    join(0, 1, 0.2e-3);
    join(0, 2, 0.3e-3);
    join(1, 2, 0.1e-3);
    EXPECT_EQ(clusters_for_handshake(between), std::pair(0, 2));
}

TEST(Handshake, WhereMessagesBeginToWaitIsFoundInTwoTries) {
    for (std::int64_t limit = 1024; limit < 64 * 1024; limit += 1 + limit / 7) {
        int tries = 0;
        const SendThreshold found = found_with(limit, tries);
        ASSERT_TRUE(found.at_most && found.above) << limit;
        EXPECT_LE(found.at_most->value(), limit);
        EXPECT_GT(found.above->value(), limit);
        EXPECT_LE((*found.above - *found.at_most).value(), found.at_most->value() / 4) << limit;
        EXPECT_EQ(tries, 2) << limit;
    }
}

TEST(Handshake, ThatNoneOrAllWaitIsSaidAfterOneTry) {
    int tries = 0;
    EXPECT_EQ(found_with(64 * 1024, tries), (SendThreshold{.at_most = Bytes(64 * 1024), .above = {}}));
    EXPECT_EQ(tries, 1);
    EXPECT_EQ(found_with(1023, tries), (SendThreshold{.at_most = {}, .above = Bytes(1024)}));
    EXPECT_EQ(tries, 1);
}

TEST(Handshake, ALongerMessageThatHasLeftCountsForNothing) {
    const std::vector<Bytes> sizes = sizes_for_late_receiver({});
    std::vector<bool> has_left(sizes.size(), true);
    has_left[4] = false;
    EXPECT_EQ(narrowed({}, sizes, has_left), (SendThreshold{.at_most = Bytes(8 * 1024), .above = Bytes(16 * 1024)}));
}

TEST(Handshake, WhatItCostsIsWholeRoundTrips) {
    const Seconds round_trip(0.01);
    EXPECT_EQ(round_trips_of_handshake(Seconds(0.0205), Seconds(0.0110), round_trip), 1);
    EXPECT_EQ(round_trips_of_handshake(Seconds(0.0330), Seconds(0.0110), round_trip), 2);
    EXPECT_EQ(round_trips_of_handshake(Seconds(0.0300), Seconds(0.0110), round_trip), 2);
    EXPECT_EQ(round_trips_of_handshake(Seconds(0.0380), Seconds(0.0110), round_trip), 2) << "and a delay";
    EXPECT_EQ(round_trips_of_handshake(Seconds(0.0190), Seconds(0.0110), round_trip), 1);
    EXPECT_EQ(round_trips_of_handshake(Seconds(0.0105), Seconds(0.0110), round_trip), 0) << "nobody is asked";
    EXPECT_EQ(round_trips_of_handshake(Seconds(0.0140), Seconds(0.0110), round_trip), 0) << "a disturbance";
    EXPECT_EQ(round_trips_of_handshake(Seconds(1.0), Seconds(0.0110), round_trip), 4) << "a disturbance";
    EXPECT_EQ(round_trips_of_handshake(Seconds(1.0), Seconds(0.5), Seconds(0.0)), 1);
    EXPECT_EQ(round_trips_of_handshake(Seconds(4e-4), Seconds(3.9e-4), Seconds(2e-4)), 1) << "too near to tell";
}

}  // namespace
}  // namespace causeway::discovery
