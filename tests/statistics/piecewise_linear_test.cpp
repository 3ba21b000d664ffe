/// Tables with straight lines between their points. All numbers here are exact in binary.
#include "causeway/statistics/piecewise_linear.hpp"

#include <gtest/gtest.h>

namespace causeway::statistics {
namespace {

TEST(PiecewiseLinear, OnePointIsAConstant) {
    EXPECT_EQ(PiecewiseLinear()(17.0), 0.0);
    const PiecewiseLinear constant(2.5);
    EXPECT_TRUE(constant.is_constant());
    EXPECT_EQ(constant(0.0), 2.5);
    EXPECT_EQ(constant(1e12), 2.5);
    const PiecewiseLinear elsewhere({{1024.0, 3.0}});
    EXPECT_EQ(elsewhere(0.0), 3.0);
    EXPECT_EQ(elsewhere(1024.0), 3.0);
    EXPECT_EQ(elsewhere(4096.0), 3.0);
}

TEST(PiecewiseLinear, PassesThroughItsPointsAndIsStraightBetweenThem) {
    const PiecewiseLinear table({{0.0, 1.0}, {4.0, 3.0}, {8.0, 2.0}});
    EXPECT_EQ(table(0.0), 1.0);
    EXPECT_EQ(table(1.0), 1.5);
    EXPECT_EQ(table(4.0), 3.0);
    EXPECT_EQ(table(6.0), 2.5);
    EXPECT_EQ(table(8.0), 2.0);
}

TEST(PiecewiseLinear, BeforeTheFirstPointItIsTheFirstValue) {
    const PiecewiseLinear table({{2.0, 1.0}, {4.0, 3.0}});
    EXPECT_EQ(table(2.0), 1.0);
    EXPECT_EQ(table(1.0), 1.0);
    EXPECT_EQ(table(0.0), 1.0);
}

TEST(PiecewiseLinear, BeyondTheLastPointItFollowsTheLastTwo) {
    const PiecewiseLinear table({{0.0, 100.0}, {2.0, 1.0}, {4.0, 2.0}});
    EXPECT_EQ(table(4.0), 2.0);
    EXPECT_EQ(table(8.0), 4.0);
}

TEST(PiecewiseLinear, BeyondTheLastPointItNeverFalls) {
    const PiecewiseLinear table({{0.0, 3.0}, {2.0, 1.0}});
    EXPECT_EQ(table(1.0), 2.0) << "between measured points it may";
    EXPECT_EQ(table(1000.0), 1.0);
}

}  // namespace
}  // namespace causeway::statistics
