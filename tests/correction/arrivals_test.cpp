/// The pace at which messages come.
#include "causeway/correction/arrivals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace causeway::correction {
namespace {

std::vector<Arrival> every(Seconds interval, int number) {
    std::vector<Arrival> arrivals;
    for (int i = 0; i < number; ++i) {
        arrivals.push_back({i * interval, Bytes(1000)});
    }
    return arrivals;
}

TEST(Arrivals, ThePaceIsWhatAByteTakes) {
    EXPECT_DOUBLE_EQ(pace_of(every(Seconds(0.5), 16))->value(), 0.5e-3);
}

TEST(Arrivals, WhatTheFirstMessagesWaitForDoesNotCount) {
    std::vector<Arrival> arrivals = every(Seconds(0.5), 16);
    for (int i = 0; i < 4; ++i) {
        arrivals[static_cast<std::size_t>(i)].at = Seconds(-10.0);
    }
    EXPECT_DOUBLE_EQ(pace_of(arrivals)->value(), 0.5e-3);
}

TEST(Arrivals, WhatComesAllAtOnceBehindALostPacketIsNoPace) {
    for (int lost = 8; lost <= 32; ++lost) {
        std::vector<Arrival> arrivals = every(Seconds(1.0), 128);
        for (Arrival& arrival : arrivals) {  // those of seven seconds come with the one that was lost
            arrival.at =
                arrival.at > Seconds(lost) && arrival.at < Seconds(lost + 7.0) ? Seconds(lost + 7.0) : arrival.at;
        }
        EXPECT_NEAR(pace_of(arrivals)->value(), 1e-3, 0.02e-3) << lost;
    }
}

/// Of messages one each second.
std::vector<Arrival> found_by_who_comes_after(Seconds late, int number) {
    std::vector<Arrival> arrivals = every(Seconds(1.0), number);
    for (Arrival& arrival : arrivals) {
        arrival.at = std::max(arrival.at, late);
    }
    return arrivals;
}

TEST(Arrivals, WhatLayReadyForALateReceiverShowsNoPace) {
    for (int late = 0; late <= 120; ++late) {
        EXPECT_NEAR(pace_of(found_by_who_comes_after(Seconds(late), 128))->value(), 1e-3, 0.05e-3) << late;
    }
}

TEST(Arrivals, AReceiverForWhomNearlyAllLayReadySeesNoPace) {
    for (int late = 123; late <= 128; ++late) {
        EXPECT_FALSE(pace_of(found_by_who_comes_after(Seconds(late), 128))) << late;
    }
}

TEST(Arrivals, FewMessagesAndThoseOfOneMomentHaveNone) {
    EXPECT_FALSE(pace_of({}));
    EXPECT_FALSE(pace_of(every(Seconds(0.5), 7)));
    EXPECT_FALSE(pace_of(every(Seconds(0.0), 16)));
}

}  // namespace
}  // namespace causeway::correction
