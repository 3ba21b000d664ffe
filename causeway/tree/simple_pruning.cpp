/// Simple platform pruning: edges are taken away, the slowest first, until a tree is left.
///
///     for each edge (u, v) by falling T_uv:  take it away if the source still reaches v without it
///
///     source -> p1 (T = 1), source -> p2 (T = 2), p1 -> p2 (T = 3):  p1 -> p2 goes; the source sends for 3 per slice
///
/// It looks at single edges only, so nodes with many fast edges end up with many children. Ties go to the lowest
/// index. O(|E|^2).
/// Source: Beaumont, Marchal, Robert, SIMPLE-PLATFORM-PRUNING.
#include "causeway/tree/heuristic.hpp"
#include "causeway/tree/spanning_edges.hpp"

#include <algorithm>
#include <numeric>

namespace causeway::tree {

namespace {

TreeEdges build_simple_pruning(const TreeProblem& problem) {
    const std::vector<graph::Edge>& edges = problem.graph.edges;
    std::vector<int> order(edges.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return edges[static_cast<std::size_t>(a)].time > edges[static_cast<std::size_t>(b)].time;
    });
    return pruned(problem.graph, problem.source, order);
}

}  // namespace

extern constexpr Heuristic simple_pruning{
    .name = "simple-pruning",
    .summary = "takes away the slowest edges until a tree is left",
    .source = "Beaumont, Marchal, Robert, simple platform pruning",
    .build = build_simple_pruning,
};

}  // namespace causeway::tree
