/// Checks a packing with nothing but additions and comparisons.
#pragma once

#include "causeway/steady_state/packing.hpp"

#include <string>
#include <vector>

namespace causeway::steady_state {

/// What is wrong with a packing, a sentence each; none if it is valid: every tree reaches each node but the source by
/// just one edge and from the source on, weights are above 0 and add up to the throughput, and no resource is busy for
/// more than a second a second (but for 1e-9, rounding).
[[nodiscard]] std::vector<std::string> verify(const Packing& packing, const graph::Graph& graph,
                                              const graph::Resources& resources, int source);

}  // namespace causeway::steady_state
