#include "causeway/fit/robust_weights.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace causeway::fit {

namespace {

/// The median absolute difference of a normal distribution times this is its standard deviation.
constexpr double kOfNormal = 1.4826;
/// Within so many usual differences everything counts in full: of normally distributed ones 99.7 %.
constexpr double kInFull = 3.0;

}  // namespace

double usual_difference(const Eigen::VectorXd& differences) {
    std::vector<double> absolute;
    absolute.reserve(static_cast<std::size_t>(differences.size()));
    for (const double difference : differences) {
        absolute.push_back(std::abs(difference));
    }
    return std::max(kLeastError, absolute.empty() ? 0.0 : kOfNormal * statistics::median(std::move(absolute)));
}

Eigen::VectorXd robust_weights(const Eigen::VectorXd& differences) {
    const double limit = kInFull * usual_difference(differences);
    return differences.unaryExpr([limit](double one) { return std::abs(one) <= limit ? 1.0 : limit / std::abs(one); });
}

}  // namespace causeway::fit
