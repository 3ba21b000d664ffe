/// Weights of trees as whole numbers of slices, for schedules that repeat.
#pragma once

#include <span>
#include <vector>

namespace causeway::steady_state {

/// Slices of each tree in one period, n_k: at most `most_slices` together, such that n_k : weight_k are as nearly equal
/// as can be, that is, such that the rate at the same load, sum n_k / max over k of (n_k / weight_k), is greatest; of
/// equals the fewest slices. The rate is at least (1 - K / most_slices) of the sum of the weights, for K trees. A tree
/// that is not worth a slice gets none. Weights are >= 0 and not all 0; `most_slices` >= 1.
[[nodiscard]] std::vector<int> slices_per_period(std::span<const double> weights, int most_slices);

/// What part of the sum of the weights slices carry where no tree gets more than its weight:
/// (sum n_k / sum weight_k) / max over k of (n_k / weight_k), at most 1.
[[nodiscard]] double kept_by_slices(std::span<const double> weights, std::span<const int> slices);

}  // namespace causeway::steady_state
