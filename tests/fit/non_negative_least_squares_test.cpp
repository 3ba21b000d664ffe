/// Least squares with unknowns that are not negative: the optimality conditions hold, whatever the problem.
#include "causeway/fit/non_negative_least_squares.hpp"

#include "causeway/base/random.hpp"

#include <gtest/gtest.h>

namespace causeway::fit {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(NonNegativeLeastSquares, AnExactSolutionIsFound) {
    MatrixXd equations(3, 2);
    equations << 1, 0, 0, 1e-9, 1, 2e-9;  // columns of very different scales
    const VectorXd truth = (VectorXd(2) << 3.0, 5e8).finished();
    const NonNegativeSolution solution = non_negative_least_squares(equations, equations * truth);
    EXPECT_NEAR(solution.values[0], 3.0, 1e-9);
    EXPECT_NEAR(solution.values[1], 5e8, 1.0);
    EXPECT_LT(solution.residual, 1e-9);
    EXPECT_EQ(solution.is_free, (std::vector<bool>{true, true}));
}

TEST(NonNegativeLeastSquares, WhatWouldBeNegativeIsZeroAndTheRestIsSolvedAgain) {
    MatrixXd equations(3, 2);
    equations << 1, 1, 1, 2, 1, 3;
    const VectorXd falling = (VectorXd(3) << 6.0, 5.0, 4.0).finished();
    const NonNegativeSolution solution = non_negative_least_squares(equations, falling);
    EXPECT_EQ(solution.values[1], 0.0);
    EXPECT_NEAR(solution.values[0], 5.0, 1e-12);
    EXPECT_EQ(solution.is_free, (std::vector<bool>{true, false}));
    EXPECT_EQ(solution.deviations[1], 0.0);
}

TEST(NonNegativeLeastSquares, RandomProblemsEndAtTheOptimum) {
    base::Random random(7);
    for (int trial = 0; trial < 200; ++trial) {
        const int unknowns = 1 + random.below(30);
        const int rows = unknowns + random.below(40);
        MatrixXd equations(rows, unknowns);
        VectorXd right(rows);
        for (int row = 0; row < rows; ++row) {
            right[row] = random.between(-1.0, 1.0);
            for (int column = 0; column < unknowns; ++column) {
                equations(row, column) = random.between(-1.0, 1.0);
            }
        }
        const VectorXd values = non_negative_least_squares(equations, right).values;
        const VectorXd gradient = equations.transpose() * (equations * values - right);
        for (int i = 0; i < unknowns; ++i) {
            EXPECT_GE(values[i], 0.0);
            EXPECT_GE(gradient[i], -1e-7);
            EXPECT_NEAR(values[i] * gradient[i], 0.0, 1e-7);
        }
    }
}

TEST(NonNegativeLeastSquares, DeviationsAreThoseOfOrdinaryLeastSquares) {
    // A constant from four values 1, 2, 3, 4: mean 2.5, deviation of the mean sqrt(5/3 / 4).
    const MatrixXd equations = MatrixXd::Ones(4, 1);
    const VectorXd right = (VectorXd(4) << 1, 2, 3, 4).finished();
    const NonNegativeSolution solution = non_negative_least_squares(equations, right);
    EXPECT_NEAR(solution.values[0], 2.5, 1e-12);
    EXPECT_NEAR(solution.deviations[0], std::sqrt(5.0 / 12.0), 1e-12);
}

TEST(RankOf, DependentColumnsAreSeenAtAnyScale) {
    MatrixXd equations(3, 3);
    equations << 1, 1e-9, 1 + 1e-9, 1, 2e-9, 1 + 2e-9, 1, 5e-9, 1 + 5e-9;
    EXPECT_EQ(rank_of(equations.leftCols(2)), 2);
    equations.col(2) = equations.col(0) + 1e9 * equations.col(1);
    EXPECT_EQ(rank_of(equations), 2);
}

}  // namespace
}  // namespace causeway::fit
