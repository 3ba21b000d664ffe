/// How often links are measured: soon after a change, rarely without one, never beyond the share of the time.
#include "causeway/calls/measuring_times.hpp"

#include <gtest/gtest.h>

namespace causeway::calls {
namespace {

TEST(MeasuringTimes, AreSoonAfterAChangeAndEverRarerWithoutOne) {
    MeasuringTimes times(0.05, 100.0, 160.0, 0.5);
    EXPECT_FALSE(times.is_time_for_a_look(101.0, 0.0));
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 101.0, 0.0));
    EXPECT_TRUE(times.is_time_for_a_look(160.0, 0.0));
    times.measured(160.0, 0.5, true, Occasion::alarm);
    EXPECT_FALSE(times.is_time_for_a_look(169.0, 0.5));
    EXPECT_TRUE(times.is_time_for_a_look(170.0, 0.5));
    times.measured(170.0, 0.5, false, Occasion::look);
    EXPECT_FALSE(times.is_time_for_a_look(189.0, 1.0));
    EXPECT_TRUE(times.is_time_for_a_look(190.0, 1.0));
    times.measured(190.0, 0.5, false, Occasion::look);
    EXPECT_FALSE(times.is_time_for_a_look(229.0, 1.5));
    EXPECT_TRUE(times.is_time_for_a_look(230.0, 1.5));
}

TEST(MeasuringTimes, ShareTheTimeWithThoseOfOtherCommunicators) {
    MeasuringTimes times(0.05, 100.0, 160.0, 0.5);
    EXPECT_TRUE(times.is_time_for_a_look(160.0, 3.0));
    EXPECT_FALSE(times.is_time_for_a_look(160.0, 3.01));
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 160.0, 3.0));
    EXPECT_FALSE(times.may_follow(Occasion::alarm, 160.0, 3.01));
    times.measured(160.0, 0.5, true, Occasion::alarm);
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 160.0, 3.5));  // the last one here does not count
    EXPECT_FALSE(times.may_follow(Occasion::alarm, 160.0, 3.51));
}

TEST(MeasuringTimes, FollowAnAlarmSoonAfterAnother) {
    MeasuringTimes times(0.05, 0.0, 60.0, 0.5);
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 2.0, 0.0));
    times.measured(2.0, 0.5, true, Occasion::alarm);
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 4.0, 0.5));
    times.measured(4.0, 0.5, true, Occasion::alarm);
    EXPECT_FALSE(times.may_follow(Occasion::alarm, 9.9, 1.0));
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 10.0, 1.0));
}

TEST(MeasuringTimes, StayWithinTheShareButForTheLast) {
    MeasuringTimes times(0.05, 0.0, 60.0, 0.5);
    double spent = 0.0;
    for (double now = 0.0; now < 1000.0; now += 0.1) {
        if (times.may_follow(Occasion::alarm, now, spent)) {
            EXPECT_LE(spent - 0.5, 0.05 * now);
            times.measured(now, 0.5, true, Occasion::alarm);
            spent += 0.5;
        }
    }
    EXPECT_GT(spent, 45.0);
}

TEST(MeasuringTimes, AreWorthItOnceCallsHaveLostAQuarterOfWhatTheyTake) {
    MeasuringTimes times(0.05, 0.0, 60.0, 2.0);
    EXPECT_FALSE(times.is_worth(0.4));
    EXPECT_TRUE(times.is_worth(0.5));
    times.measured(2.0, 4.0, true, Occasion::alarm);
    EXPECT_FALSE(times.is_worth(0.9));
    EXPECT_TRUE(times.is_worth(1.0));
}

TEST(MeasuringTimes, CanBeSparedOnceTheyAndWhatWasSpentArePaidFor) {
    MeasuringTimes times(0.05, 0.0, 60.0, 2.0);
    EXPECT_FALSE(times.can_be_spared(1.9));
    EXPECT_TRUE(times.can_be_spared(2.0));
    times.measured(2.0, 3.0, true, Occasion::alarm);
    EXPECT_FALSE(times.can_be_spared(5.9));
    EXPECT_TRUE(times.can_be_spared(6.0));
}

TEST(ExpectedMeasurement, GrowsWithRoundsAndWithTheLongestLink) {
    const double of_three = expected_measurement(3, Seconds(24e-3));
    EXPECT_NEAR(of_three, 3 * 2 * (3 * 24e-3 + 0.3), 1e-9);
    EXPECT_EQ(expected_measurement(4, Seconds(24e-3)), of_three);  // as many rounds
    EXPECT_GT(expected_measurement(6, Seconds(24e-3)), of_three);
    EXPECT_GT(expected_measurement(3, Seconds(100e-3)), of_three);
}

TEST(MeasuringTimes, DoNotHearAlarmsForAWhileAfterAFalseOne) {
    MeasuringTimes times(0.05, 0.0, 60.0, 0.5);
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 100.0, 0.0));
    times.measured(100.0, 0.5, false, Occasion::alarm);
    EXPECT_FALSE(times.may_follow(Occasion::alarm, 109.0, 0.5));
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 110.0, 0.5));
    times.measured(110.0, 0.5, false, Occasion::alarm);
    EXPECT_FALSE(times.may_follow(Occasion::alarm, 129.0, 1.0));
    times.measured(130.0, 0.5, true, Occasion::look);
    times.measured(150.0, 0.5, false, Occasion::alarm);
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 161.0, 2.0));
}

TEST(MeasuringTimes, OfPeeksAreRarerTheMoreTheyCostAndTheMoreWereWrong) {
    MeasuringTimes times(0.05, 0.0, 60.0, 0.5);
    EXPECT_TRUE(times.is_time_for_a_peek(1.0));
    times.peeked(1.0, 0.05);
    EXPECT_FALSE(times.is_time_for_a_peek(1.9));
    EXPECT_TRUE(times.is_time_for_a_peek(2.01));
    times.measured(100.0, 0.5, false, Occasion::recovery);
    EXPECT_TRUE(times.may_follow(Occasion::alarm, 101.0, 0.5));
    times.peeked(101.0, 0.05);
    EXPECT_FALSE(times.is_time_for_a_peek(102.9));
    EXPECT_TRUE(times.is_time_for_a_peek(103.01));
    times.measured(110.0, 0.5, true, Occasion::recovery);
    times.peeked(111.0, 0.05);
    EXPECT_TRUE(times.is_time_for_a_peek(112.01));
}

}  // namespace
}  // namespace causeway::calls
