#include "testbed/lag.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace causeway::testbed {

namespace {

constexpr double kSmallest = 1e-6;
constexpr double kGrowth = 1.1;

}  // namespace

void LagHistogram::add(Seconds lag) {
    std::size_t position = 0;
    if (lag.value() > kSmallest) {
        static const double inverse_log_growth = 1.0 / std::log(kGrowth);
        position = static_cast<std::size_t>(std::ceil(std::log(lag.value() / kSmallest) * inverse_log_growth));
    }
    ++counts_[std::min(position, kNumClasses - 1)];
}

std::int64_t LagHistogram::count() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
}

Seconds LagHistogram::quantile(double fraction) const {
    const double wanted = fraction * static_cast<double>(count());
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < kNumClasses; ++i) {
        seen += counts_[i];
        if (seen > 0 && static_cast<double>(seen) >= wanted) {
            return Seconds(kSmallest * std::pow(kGrowth, static_cast<double>(i)));
        }
    }
    return Seconds(0);
}

LagHistogram LagHistogram::since(const LagHistogram& earlier) const {
    LagHistogram result = *this;
    for (std::size_t i = 0; i < kNumClasses; ++i) {
        // A reset in between starts again from zero.
        result.counts_[i] = std::max<std::int64_t>(0, result.counts_[i] - earlier.counts_[i]);
    }
    return result;
}

}  // namespace causeway::testbed
