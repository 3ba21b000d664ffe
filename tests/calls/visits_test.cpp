/// How long a thread of ours leaves carrying on to the program.
#include "causeway/calls/visits.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace causeway::calls {
namespace {

using namespace std::chrono_literals;

constexpr Visits::Clock::time_point kBegin{std::chrono::hours(1)};

TEST(Visits, NothingIsKnownOfWhatHasJustBegun) {
    Visits visits;
    visits.begin_anew(kBegin);
    EXPECT_EQ(visits.patience(kBegin), 2 * Visits::kOneVisit);
    EXPECT_LE(visits.patience(kBegin + 2 * Visits::kOneVisit), 0us);
}

TEST(Visits, MayStayAwayTwiceAsLongAsUsual) {
    Visits visits;
    visits.begin_anew(kBegin);
    visits.note(kBegin + 1ms);
    visits.note(kBegin + 2ms);
    EXPECT_EQ(visits.patience(kBegin + 2ms), 2ms);
    EXPECT_EQ(visits.patience(kBegin + 3ms), 1ms);
    EXPECT_LE(visits.patience(kBegin + 4ms), 0us);
}

TEST(Visits, WhatComesAgainAtOnceIsOne) {
    Visits visits;
    visits.begin_anew(kBegin);
    for (int visit = 1; visit <= 3; ++visit) {
        for (auto again = 0us; again < 60us; again += 20us) {
            visits.note(kBegin + visit * 1ms + again);
        }
    }
    EXPECT_EQ(visits.patience(kBegin + 3ms + 40us), 2 * (1ms - 40us));
}

TEST(Visits, WhoComesBySeldomIsNotWaitedFor) {
    Visits visits;
    visits.begin_anew(kBegin);
    visits.note(kBegin + 500ms);
    EXPECT_EQ(visits.patience(kBegin + 500ms), 2 * Visits::kSeldom);
}

TEST(Visits, BeginAnewWithWhatIsBegun) {
    Visits visits;
    visits.note(kBegin);
    visits.note(kBegin + 2ms);
    visits.begin_anew(kBegin + 3ms);
    EXPECT_EQ(visits.patience(kBegin + 3ms), 2 * Visits::kOneVisit);
}

}  // namespace
}  // namespace causeway::calls
