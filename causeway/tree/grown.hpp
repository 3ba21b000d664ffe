/// Growing a tree edge by edge from the source, as Prim's algorithm does: what several heuristics share.
#pragma once

#include "causeway/tree/heuristic.hpp"

#include <limits>
#include <vector>

namespace causeway::tree {

/// The tree to which the edge out of it with the least `cost(edge)` is added until it spans; ties go to the lowest
/// index. `added(edge)` is told of each as it comes. O(n |E|) costs.
template <typename Cost, typename Added>
[[nodiscard]] TreeEdges grown(const TreeProblem& problem, const Cost& cost, const Added& added) {
    const graph::Graph& graph = problem.graph;
    std::vector<bool> in_tree(graph.nodes.size(), false);
    in_tree[static_cast<std::size_t>(problem.source)] = true;
    TreeEdges result;
    while (result.size() + 1 < graph.nodes.size()) {
        int best = -1;
        auto least = std::numeric_limits<double>::infinity();
        for (int e = 0; e < graph.num_edges(); ++e) {
            const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            if (!in_tree[static_cast<std::size_t>(edge.from)] || in_tree[static_cast<std::size_t>(edge.to)]) {
                continue;
            }
            const double of_edge = cost(e);
            if (best == -1 || of_edge < least) {
                least = of_edge;
                best = e;
            }
        }
        in_tree[static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(best)].to)] = true;
        result.push_back(best);
        added(best);
    }
    return result;
}

}  // namespace causeway::tree
