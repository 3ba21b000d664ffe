/// How much each equation counts, where a few of them are far off.
#pragma once

#include <Eigen/Core>

namespace causeway::fit {

/// Weights of equations by how far off they are (Huber): 1 within three times the usual difference, which is 1.4826
/// times the median of the absolute ones, and beyond in inverse proportion. A least squares solution with equations
/// multiplied by the roots of these weights, repeated, is not led astray by outliers. Differences are
/// relative.
[[nodiscard]] Eigen::VectorXd robust_weights(const Eigen::VectorXd& differences);

/// The usual difference; kLeastError at least.
[[nodiscard]] double usual_difference(const Eigen::VectorXd& differences);

/// Times are known to this part of them at best.
inline constexpr double kLeastError = 1e-3;

}  // namespace causeway::fit
