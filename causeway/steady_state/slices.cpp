#include "causeway/steady_state/slices.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>

namespace causeway::steady_state {

double kept_by_slices(std::span<const double> weights, std::span<const int> slices) {
    double period = 0.0;  // in which no tree carries more than its weight
    int total = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        if (slices[k] > 0) {
            period = std::max(period, slices[k] / weights[k]);
            total += slices[k];
        }
    }
    return total / period / std::accumulate(weights.begin(), weights.end(), 0.0);
}

std::vector<int> slices_per_period(std::span<const double> weights, int most_slices) {
    assert(most_slices >= 1);
    // In a period P tree k carries floor(P weight_k) slices. The rate within weights is greatest just where one more
    // slice fits: go through those periods in their order.
    std::vector<int> slices(weights.size(), 0);
    std::vector<int> best;
    double best_rate = 0.0;
    for (int total = 1; total <= most_slices; ++total) {
        std::size_t next = 0;
        double period = 0.0;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const double full = weights[k] > 0.0 ? (slices[k] + 1) / weights[k] : 0.0;
            if (full > 0.0 && (period <= 0.0 || full < period)) {
                period = full;
                next = k;
            }
        }
        ++slices[next];
        constexpr double kReallyMore = 1.0 + 1e-12;
        if (total / period > best_rate * kReallyMore) {
            best_rate = total / period;
            best = slices;
        }
    }
    return best;
}

}  // namespace causeway::steady_state
