/// Linear least squares with unknowns that cannot be negative.
///
/// Method: block principal pivoting (Portugal, Judice and Vicente, "A comparison of block pivoting and interior-point
/// algorithms for linear least squares problems with nonnegative variables", 1994): whole groups of unknowns change
/// between "zero" and "free" until the optimality conditions hold, one at a time where that would go round in circles.
/// Eigen does the linear algebra; the version of it that distributions carry has no such solver itself.
#pragma once

#include <Eigen/Core>

#include <vector>

namespace causeway::fit {

struct NonNegativeSolution {
    Eigen::VectorXd values;      ///< >= 0
    Eigen::VectorXd deviations;  ///< standard deviation of each value; 0 of those that are zero for not being negative
    std::vector<bool> is_free;   ///< false: zero, as the best value would be negative
    double residual = 0.0;       ///< the root of the mean squared difference of an equation
};

/// How many of the columns are linearly independent, of columns of any scales.
[[nodiscard]] int rank_of(const Eigen::MatrixXd& equations);

/// The x >= 0 with the least |equations x - right|. `equations` [equation][unknown] has at least as many rows as
/// columns and full column rank. Throws SolverError if no end is found.
[[nodiscard]] NonNegativeSolution non_negative_least_squares(const Eigen::MatrixXd& equations,
                                                             const Eigen::VectorXd& right);

}  // namespace causeway::fit
