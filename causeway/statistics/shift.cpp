#include "causeway/statistics/shift.hpp"

#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace causeway::statistics {

namespace {

constexpr std::size_t kFewest = 10;
constexpr double kUnlikely = 0.01;
constexpr double kWorthAWord = 0.05;

double log_choose(std::size_t n, std::size_t k) {
    const auto log_factorial = [](std::size_t i) { return std::lgamma(static_cast<double>(i) + 1.0); };
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

/// That of `drawn` values out of `all`, of which `marked` are marked, exactly `hits` are.
double hypergeometric(std::size_t all, std::size_t marked, std::size_t drawn, std::size_t hits) {
    return std::exp(log_choose(marked, hits) + log_choose(all - marked, drawn - hits) - log_choose(all, drawn));
}

}  // namespace

bool Shift::is_drift() const {
    return probability < kUnlikely && std::abs(after - before) > kWorthAWord * std::min(before, after);
}

std::optional<Shift> shift_of_halves(std::span<const double> series) {
    if (series.size() < kFewest) {
        return std::nullopt;
    }
    const std::size_t half = series.size() / 2;
    const std::vector<double> first(series.begin(), series.begin() + static_cast<std::ptrdiff_t>(half));
    const std::vector<double> second(series.end() - static_cast<std::ptrdiff_t>(half), series.end());
    std::vector<double> both = first;
    both.insert(both.end(), second.begin(), second.end());
    const double middle = median(both);
    const auto above = [&](const std::vector<double>& values) {
        return static_cast<std::size_t>(
            std::count_if(values.begin(), values.end(), [&](double value) { return value > middle; }));
    };
    const std::size_t hits = above(first);
    const std::size_t marked = hits + above(second);
    const double seen = hypergeometric(2 * half, marked, half, hits);
    // All outcomes at most as likely as the one seen; equal ones differ by rounding.
    constexpr double kRounding = 1.0 + 1e-9;
    double probability = 0.0;
    for (std::size_t k = marked > half ? marked - half : 0; k <= std::min(marked, half); ++k) {
        const double likely = hypergeometric(2 * half, marked, half, k);
        probability += likely <= kRounding * seen ? likely : 0.0;
    }
    return Shift{.before = median(first), .after = median(second), .probability = std::min(1.0, probability)};
}

}  // namespace causeway::statistics
