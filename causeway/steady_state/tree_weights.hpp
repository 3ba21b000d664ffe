/// How much each of several trees is best given: the linear program over their weights alone.
#pragma once

#include "causeway/steady_state/packing.hpp"

#include <span>
#include <vector>

namespace causeway::steady_state {

/// [tree]: slices per second, >= 0, whose sum is greatest such that no resource is busy for more than a second a
/// second. `trees` keep something busy. Throws SolverError when the solver gives up.
[[nodiscard]] std::vector<double> best_weights(const graph::Resources& resources,
                                               std::span<const tree::TreeEdges> trees);

/// Trees that get anything, heaviest first, under their weights.
[[nodiscard]] Packing packing_of(std::span<const tree::TreeEdges> trees, std::span<const double> weights);

}  // namespace causeway::steady_state
