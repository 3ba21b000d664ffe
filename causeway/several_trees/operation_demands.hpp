/// What an operation in which processes have data of their own asks of a network.
#pragma once

#include "causeway/scheme/scheme.hpp"
#include "causeway/steady_state/demands.hpp"

#include <vector>

namespace causeway::several_trees {

/// One demand for each node, or each pair of nodes, that something goes between; of operations whose data comes up, in
/// the network turned round. `source`: the root's node. `slices`: what processes of each node have, [node], > 0; of an
/// all-to-all, each to each process. Empty of operations in which all have the same data.
[[nodiscard]] std::vector<steady_state::Demand> demands_of(scheme::Operation operation, int source,
                                                           const std::vector<double>& slices);

}  // namespace causeway::several_trees
