/// As many trees as it takes: the packing that reaches the bound.
#pragma once

#include "causeway/steady_state/packing.hpp"

#include <limits>

namespace causeway::steady_state {

/// Trees whose weights add up to the bound, but for 1e-7 of it, heaviest first; no more trees than there are resources.
/// They are found one after another as the cheapest tree by the prices of the linear program over the trees so far:
/// when the cheapest is not cheap enough, no more can be packed (column generation). `most_columns`: the search ends
/// with what it has after so many trees. Throws SolverError when the solver gives up.
[[nodiscard]] Packing pack_unlimited(const graph::Graph& graph, const graph::Resources& resources, int source,
                                     const ThroughputBound& bound, int most_columns = std::numeric_limits<int>::max());

}  // namespace causeway::steady_state
