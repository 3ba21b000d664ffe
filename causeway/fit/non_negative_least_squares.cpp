#include "causeway/fit/non_negative_least_squares.hpp"

#include "causeway/base/error.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace causeway::fit {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Below this, relative to the largest value of its kind, a number is zero.
constexpr double kNothing = 1e-10;
/// So often may exchanging whole groups fail to bring the number of violated conditions down.
constexpr int kMostFailures = 3;

VectorXd norms_of(const MatrixXd& equations) {
    VectorXd norms = equations.colwise().norm();
    for (Index i = 0; i < norms.size(); ++i) {
        norms[i] = norms[i] > 0.0 ? norms[i] : 1.0;
    }
    return norms;
}

/// min |A x - b|, x >= 0, by A'A and A'b, the columns of A being of length 1.
class Pivoting {
public:
    Pivoting(MatrixXd gram, VectorXd projected)
        : gram_(std::move(gram)), projected_(std::move(projected)), is_free_(gram_.rows(), true) {}

    [[nodiscard]] bool run() {
        const Index n = gram_.rows();
        Index fewest = n + 1;
        int failures = 0;
        const Index kMostSteps = 100 + 20 * n;
        for (Index step = 0; step < kMostSteps; ++step) {
            solve();
            const std::vector<Index> violated = violated_conditions();
            if (violated.empty()) {
                return true;
            }
            const auto count = static_cast<Index>(violated.size());
            if (count < fewest) {
                fewest = count;
                failures = 0;
            } else {
                ++failures;
            }
            if (failures <= kMostFailures) {
                for (const Index i : violated) {
                    exchange(i);
                }
            } else {
                exchange(violated.back());
            }
        }
        return false;
    }

    [[nodiscard]] const VectorXd& values() const { return values_; }
    [[nodiscard]] const std::vector<bool>& is_free() const { return is_free_; }

    /// [unknown] the diagonal of the inverse of A'A among the free ones; 0 of the others.
    [[nodiscard]] VectorXd variances() const {
        const std::vector<Index> free = free_ones();
        const auto k = static_cast<Index>(free.size());
        const MatrixXd inverse = part(free).ldlt().solve(MatrixXd::Identity(k, k));
        VectorXd result = VectorXd::Zero(gram_.rows());
        for (Index i = 0; i < k; ++i) {
            result[free[static_cast<std::size_t>(i)]] = std::max(0.0, inverse(i, i));
        }
        return result;
    }

private:
    [[nodiscard]] std::vector<Index> free_ones() const {
        std::vector<Index> result;
        for (Index i = 0; i < gram_.rows(); ++i) {
            if (is_free_[static_cast<std::size_t>(i)]) {
                result.push_back(i);
            }
        }
        return result;
    }

    [[nodiscard]] MatrixXd part(const std::vector<Index>& free) const {
        const auto k = static_cast<Index>(free.size());
        MatrixXd result(k, k);
        for (Index row = 0; row < k; ++row) {
            for (Index column = 0; column < k; ++column) {
                result(row, column) =
                    gram_(free[static_cast<std::size_t>(row)], free[static_cast<std::size_t>(column)]);
            }
        }
        return result;
    }

    /// The free unknowns for zeros elsewhere, and the gradient.
    void solve() {
        const std::vector<Index> free = free_ones();
        const auto k = static_cast<Index>(free.size());
        VectorXd right(k);
        for (Index i = 0; i < k; ++i) {
            right[i] = projected_[free[static_cast<std::size_t>(i)]];
        }
        const VectorXd solved = k > 0 ? VectorXd(part(free).ldlt().solve(right)) : VectorXd(0);
        values_ = VectorXd::Zero(gram_.rows());
        for (Index i = 0; i < k; ++i) {
            values_[free[static_cast<std::size_t>(i)]] = solved[i];
        }
        gradient_ = gram_ * values_ - projected_;
    }

    /// Free unknowns that came out negative, and zeros whose growth would bring the sum of squares down.
    [[nodiscard]] std::vector<Index> violated_conditions() const {
        const double small_value = kNothing * values_.cwiseAbs().maxCoeff();
        const double small_slope = kNothing * projected_.cwiseAbs().maxCoeff();
        std::vector<Index> result;
        for (Index i = 0; i < gram_.rows(); ++i) {
            if (is_free_[static_cast<std::size_t>(i)] ? values_[i] < -small_value : gradient_[i] < -small_slope) {
                result.push_back(i);
            }
        }
        return result;
    }

    void exchange(Index i) { is_free_[static_cast<std::size_t>(i)] = !is_free_[static_cast<std::size_t>(i)]; }

    MatrixXd gram_;
    VectorXd projected_;
    std::vector<bool> is_free_;
    VectorXd values_;
    VectorXd gradient_;
};

}  // namespace

int rank_of(const MatrixXd& equations) {
    const MatrixXd scaled = equations * norms_of(equations).cwiseInverse().asDiagonal();
    Eigen::ColPivHouseholderQR<MatrixXd> decomposition;
    decomposition.setThreshold(1e-8);
    decomposition.compute(scaled);
    return static_cast<int>(decomposition.rank());
}

NonNegativeSolution non_negative_least_squares(const MatrixXd& equations, const VectorXd& right) {
    const VectorXd norms = norms_of(equations);
    const MatrixXd scaled = equations * norms.cwiseInverse().asDiagonal();
    Pivoting pivoting(scaled.transpose() * scaled, scaled.transpose() * right);
    if (!pivoting.run()) {
        throw base::SolverError("least squares with non-negative unknowns: no end was found");
    }
    NonNegativeSolution result;
    result.is_free = pivoting.is_free();
    result.values = pivoting.values().cwiseMax(0.0).cwiseQuotient(norms);
    const double squares = (equations * result.values - right).squaredNorm();
    const auto num_free = static_cast<Index>(std::count(result.is_free.begin(), result.is_free.end(), true));
    const auto beyond = static_cast<double>(std::max<Index>(1, equations.rows() - num_free));
    result.residual = std::sqrt(squares / static_cast<double>(std::max<Index>(1, equations.rows())));
    result.deviations = (squares / beyond * pivoting.variances()).cwiseSqrt().cwiseQuotient(norms);
    return result;
}

}  // namespace causeway::fit
