/// Edges by which the source reaches every node, taken away one after another: what the pruning heuristics share.
#pragma once

#include "causeway/tree/broadcast_tree.hpp"

#include <span>
#include <vector>

namespace causeway::tree {

/// All edges of a graph at first; never fewer than reach every node. The graph outlives it.
class SpanningEdges {
public:
    /// `source` reaches every node of `graph`.
    SpanningEdges(const graph::Graph& graph, int source);

    /// Takes `edge` away if its end is then still reached, and says whether it did. An edge that has once been refused
    /// is refused forever: what is reached never grows. O(|E|).
    bool remove(int edge);
    /// Whether only a spanning tree is left.
    [[nodiscard]] bool is_tree() const { return num_left_ + 1 == graph_.num_nodes(); }
    /// The edges left, ascending.
    [[nodiscard]] TreeEdges edges() const;

private:
    [[nodiscard]] bool reaches(int node);

    const graph::Graph& graph_;
    int source_;
    std::vector<std::vector<int>> out_;  ///< [node]: its edges that are left
    int num_left_;
    std::vector<char> seen_;
    std::vector<int> open_;
};

/// What is left when the edges are taken away in `order`, each that can be: the spanning tree of a pruning, from the
/// source on. `order` holds all edges. O(|E|^2).
[[nodiscard]] TreeEdges pruned(const graph::Graph& graph, int source, std::span<const int> order);

}  // namespace causeway::tree
