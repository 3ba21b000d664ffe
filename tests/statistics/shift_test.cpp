/// A series that changed half-way is told from one that only scatters.
#include "causeway/statistics/shift.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace causeway::statistics {
namespace {

TEST(ShiftOfHalves, TooShortASeriesSaysNothing) {
    EXPECT_FALSE(shift_of_halves({}).has_value());
    EXPECT_FALSE(shift_of_halves(std::vector<double>(9, 1.0)).has_value());
    EXPECT_TRUE(shift_of_halves(std::vector<double>(10, 1.0)).has_value());
}

TEST(ShiftOfHalves, OfAStepTheProbabilityIsThatOfOnePartitionInAll) {
    // 5 of 10 above the median, all in the second half: 2 of the 252 ways to draw 5 of 10 are so uneven.
    const auto shift = shift_of_halves(std::vector<double>{1, 1.1, 1.2, 1.1, 1, 2, 2.1, 2.2, 2.1, 2});
    ASSERT_TRUE(shift.has_value());
    EXPECT_DOUBLE_EQ(shift->before, 1.1);
    EXPECT_DOUBLE_EQ(shift->after, 2.1);
    EXPECT_NEAR(shift->probability, 2.0 / 252.0, 1e-12);
    EXPECT_TRUE(shift->is_drift());
}

TEST(ShiftOfHalves, EqualValuesDoNotDrift) {
    const auto shift = shift_of_halves(std::vector<double>(30, 1.0));
    ASSERT_TRUE(shift.has_value());
    EXPECT_EQ(shift->probability, 1.0);
    EXPECT_FALSE(shift->is_drift());
}

TEST(ShiftOfHalves, OutliersAreNoDrift) {
    std::vector<double> series(21, 1.0);
    series[17] = series[18] = series[20] = 50.0;
    EXPECT_FALSE(shift_of_halves(series)->is_drift());
}

TEST(ShiftOfHalves, AStepTooSmallForAWordIsNoDrift) {
    std::vector<double> series;
    for (int i = 0; i < 40; ++i) {
        series.push_back((i < 20 ? 1.0 : 1.03) + 1e-4 * (i % 5));
    }
    const auto shift = shift_of_halves(series);
    EXPECT_LT(shift->probability, 1e-6);
    EXPECT_FALSE(shift->is_drift());
}

TEST(ShiftOfHalves, NoiseIsSeldomTakenForDrift) {
    base::Random random(7);
    int alarms = 0;
    constexpr int kSeries = 1000;
    for (int i = 0; i < kSeries; ++i) {
        std::vector<double> series(20);
        for (double& value : series) {
            value = random.between(1.0, 2.0);
        }
        alarms += shift_of_halves(series)->is_drift() ? 1 : 0;
    }
    EXPECT_LE(alarms, kSeries / 100);
}

}  // namespace
}  // namespace causeway::statistics
