#include "causeway/fit/ethernet_regimes.hpp"

#include "causeway/fit/robust_weights.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace causeway::fit {

namespace {

/// Of a pair, and on each side of the change.
constexpr std::size_t kFewestSizes = 6;
constexpr std::size_t kFewestOnASide = 2;
/// Two lines explain the median pair better by so many times its noise - the more, the fewer pairs there are below so
/// many, as the median of few wanders - and by so much of the time of a message.
constexpr double kBeyondNoise = 10.0;
constexpr double kManyPairs = 9.0;
constexpr double kWorthIt = 0.02;
/// Or by so much of the time of a message that no noise does, where that is most of what one line misses: what two
/// lines miss may be more regimes and no noise.
constexpr double kBeyondAnyNoise = 0.1;

/// Of one pair: times by size, increasing.
struct Curve {
    std::vector<double> sizes;
    std::vector<double> times;
};

std::vector<Curve> curves_of(const EthernetSamples& samples) {
    std::map<std::pair<int, int>, std::map<Bytes, std::vector<double>>> times;
    for (const EthernetSample& sample : samples.samples) {
        if (sample.experiment == EthernetExperiment::kRoundTrip) {
            times[std::minmax(sample.from.front(), sample.to.front())][sample.size].push_back(sample.time.value());
        }
    }
    std::vector<Curve> result;
    for (const auto& [pair, by_size] : times) {
        Curve curve;
        for (const auto& [size, some] : by_size) {
            curve.sizes.push_back(static_cast<double>(size.value()));
            curve.times.push_back(statistics::median(some));
        }
        result.push_back(std::move(curve));
    }
    return result;
}

/// The sum of squared relative differences from the best straight line through the points [begin, end).
double misses(const Curve& curve, std::size_t begin, std::size_t end) {
    double weights = 0.0;
    double x = 0.0;
    double y = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
        const double weight = 1.0 / (curve.times[i] * curve.times[i]);
        weights += weight;
        x += weight * curve.sizes[i];
        y += weight * curve.times[i];
    }
    x /= weights;
    y /= weights;
    double xx = 0.0;
    double xy = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
        const double weight = 1.0 / (curve.times[i] * curve.times[i]);
        xx += weight * (curve.sizes[i] - x) * (curve.sizes[i] - x);
        xy += weight * (curve.sizes[i] - x) * (curve.times[i] - y);
    }
    const double slope = xx > 0.0 ? xy / xx : 0.0;
    double result = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
        const double difference = (y + slope * (curve.sizes[i] - x)) / curve.times[i] - 1.0;
        result += difference * difference;
    }
    return result;
}

/// The median of the sum of squares of so many standard normal deviates (Wilson and Hilferty).
double median_of_squares(double freedom) {
    const double root = 1.0 - 2.0 / (9.0 * freedom);
    return freedom * root * root * root;
}

}  // namespace

std::optional<Bytes> change_of_costs(const EthernetSamples& samples) {
    std::vector<Curve> curves = curves_of(samples);
    std::erase_if(curves, [](const Curve& curve) { return curve.sizes.size() < kFewestSizes; });
    if (curves.empty()) {
        return std::nullopt;
    }
    std::set<double> places;
    for (const Curve& curve : curves) {
        places.insert(curve.sizes.begin(), curve.sizes.end());
    }
    std::optional<Bytes> best;
    double best_left = 0.0;
    for (const double place : places) {
        std::vector<double> noise;   // [pair] per degree of freedom, squared
        std::vector<double> gained;  // [pair] by the second line, squared and per degree of freedom
        std::vector<double> worth;   // [pair] the same as a part of the times
        std::vector<double> most;    // [pair] as a part of what one line misses
        for (const Curve& curve : curves) {
            const std::size_t n = curve.sizes.size();
            const auto split = static_cast<std::size_t>(
                std::upper_bound(curve.sizes.begin(), curve.sizes.end(), place) - curve.sizes.begin());
            if (split < kFewestOnASide || n - split < kFewestOnASide) {
                continue;
            }
            const double left = misses(curve, 0, split) + misses(curve, split, n);
            const auto freedom = static_cast<double>(n) - 4.0;
            const double gain = std::max(0.0, misses(curve, 0, n) - left);
            noise.push_back(left / median_of_squares(freedom));
            gained.push_back(gain / median_of_squares(2.0));
            worth.push_back(std::sqrt(gain / static_cast<double>(n)));
            most.push_back(gain / (gain + left + kLeastError * kLeastError));
        }
        if (2 * noise.size() < curves.size() || noise.empty()) {
            continue;
        }
        const double left = std::max(statistics::median(noise), kLeastError * kLeastError);
        const double beyond = kBeyondNoise * std::max(1.0, kManyPairs / static_cast<double>(noise.size()));
        const double by_median = statistics::median(worth);
        const bool is_beyond_noise = statistics::median(gained) >= beyond * left && by_median >= kWorthIt;
        const bool is_most = statistics::median(most) > 0.5 && by_median >= kBeyondAnyNoise;
        if (!is_beyond_noise && !is_most) {
            continue;
        }
        if (!best || left < best_left) {
            best = Bytes(static_cast<std::int64_t>(place));
            best_left = left;
        }
    }
    return best;
}

}  // namespace causeway::fit
