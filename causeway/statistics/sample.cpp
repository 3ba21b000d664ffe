#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace causeway::statistics {

namespace {

double median_of_sorted(const std::vector<double>& sorted) {
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

/// The largest k such that the interval from the k-th smallest to the k-th largest value (1-based)
/// covers the median with probability >= 0.95: 2 * P(Binomial(n, 1/2) < k) <= 0.05; 0 if none.
std::size_t symmetric_rank(std::size_t n) {
    // In logarithms: 2^-n is no longer a double for n > 1074.
    double log_term = static_cast<double>(n) * std::log(0.5);  // of P(Binomial = 0)
    double below = 0.0;
    std::size_t rank = 0;
    while (rank < n && 2.0 * (below + std::exp(log_term)) <= 0.05) {
        below += std::exp(log_term);
        log_term += std::log(static_cast<double>(n - rank) / static_cast<double>(rank + 1));
        ++rank;
    }
    return rank;
}

}  // namespace

double median(std::vector<double> sample) {
    assert(!sample.empty());
    std::sort(sample.begin(), sample.end());
    return median_of_sorted(sample);
}

Summary summarise(std::vector<double> sample) {
    assert(!sample.empty());
    std::sort(sample.begin(), sample.end());
    Summary result;
    result.count = sample.size();
    result.minimum = sample.front();
    result.maximum = sample.back();
    result.median = median_of_sorted(sample);
    const std::size_t rank = std::max<std::size_t>(1, symmetric_rank(sample.size()));
    result.median_low = sample[rank - 1];
    result.median_high = sample[sample.size() - rank];

    std::vector<double> deviations;
    deviations.reserve(sample.size());
    std::transform(sample.begin(), sample.end(), std::back_inserter(deviations),
                   [&](double value) { return std::abs(value - result.median); });
    constexpr double kNormalScale = 1.4826;  // makes the deviation comparable to a standard deviation
    const double limit = 3.0 * kNormalScale * median(deviations);
    result.outliers = static_cast<std::size_t>(std::count_if(
        sample.begin(), sample.end(), [&](double value) { return std::abs(value - result.median) > limit; }));
    return result;
}

}  // namespace causeway::statistics
