/// A broadcast tree on a platform graph, and how fast it carries slice after slice.
#pragma once

#include "causeway/graph/resources.hpp"

#include <span>
#include <vector>

namespace causeway::tree {

/// The edges that every slice takes, by index in the graph: a spanning tree directed away from the source. (The
/// binomial tree, which does not know the graph, is routed over it: its edges may be listed more than once.)
using TreeEdges = std::vector<int>;

/// Whether `edges` lead from `source` to every node, and to each but the source by exactly one edge.
[[nodiscard]] bool is_spanning_tree(const graph::Graph& graph, int source, std::span<const int> edges);

/// Slices per second: 1 / the most loaded resource's time per slice. Infinite where nothing is to be sent.
[[nodiscard]] double throughput(const graph::Resources& resources, std::span<const int> edges);

/// [node]: the edge by which it receives; -1: none.
[[nodiscard]] std::vector<int> parent_edges(const graph::Graph& graph, std::span<const int> edges);

/// `edges` of a spanning tree in an order in which each leaves a node that the source or an earlier one has reached;
/// breadth first, siblings by index.
[[nodiscard]] TreeEdges from_source_on(const graph::Graph& graph, int source, std::span<const int> edges);

}  // namespace causeway::tree
