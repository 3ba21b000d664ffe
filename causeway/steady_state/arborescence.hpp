/// The spanning tree away from a node whose edges cost least altogether.
///
/// Source: Chu and Liu (1965); Edmonds, "Optimum branchings" (1967): every node takes its cheapest edge in; cycles that
/// this leads to become one node each, and edges into them cost what they cost more than the edge that they replace.
#pragma once

#include "causeway/graph/graph.hpp"
#include "causeway/tree/broadcast_tree.hpp"

#include <span>

namespace causeway::steady_state {

/// `costs`: [edge]. The source reaches every node. Ties go to the lowest edge. O(n |E|).
[[nodiscard]] tree::TreeEdges cheapest_tree(const graph::Graph& graph, int source, std::span<const double> costs);

}  // namespace causeway::steady_state
