/// Refined platform pruning: edges are taken from the node that has most to send, until a tree is left.
///
///     repeat: of the node u with the greatest sum of T_uv over its edges that are left,
///             take away the slowest edge (u, v) without which the source still reaches v;
///             if u has no such edge, try the node that comes next
///
///     source -> p1 (T = 1), source -> p2 (T = 2), p1 -> p2 (T = 3):  the sums are 3, 3, 0: source -> p2 goes;
///     nobody sends for more than 3 per slice, whichever of the two it is
///
/// Ties go to the lowest index. An edge that could not be taken away once never can, so each is tried once: O(|E|^2).
/// Source: Beaumont, Marchal, Robert, REFINED-PLATFORM-PRUNING.
#include "causeway/tree/heuristic.hpp"
#include "causeway/tree/spanning_edges.hpp"

#include <algorithm>

namespace causeway::tree {

namespace {

TreeEdges build_refined_pruning(const TreeProblem& problem) {
    const graph::Graph& graph = problem.graph;
    SpanningEdges left(graph, problem.source);
    std::vector<std::vector<int>> untried = graph::edges_out(graph);  // [node], the slowest last
    std::vector<Seconds> sent(graph.nodes.size());                    // weighted out-degree
    for (std::size_t node = 0; node < untried.size(); ++node) {
        std::vector<int>& edges = untried[node];
        std::reverse(edges.begin(), edges.end());  // of equals the lowest index shall be the last
        std::stable_sort(edges.begin(), edges.end(), [&](int a, int b) {
            return graph.edges[static_cast<std::size_t>(a)].time < graph.edges[static_cast<std::size_t>(b)].time;
        });
        for (const int e : edges) {
            sent[node] += graph.edges[static_cast<std::size_t>(e)].time;
        }
    }
    while (!left.is_tree()) {
        std::size_t most = untried.size();
        for (std::size_t node = 0; node < untried.size(); ++node) {
            if (!untried[node].empty() && (most == untried.size() || sent[node] > sent[most])) {
                most = node;
            }
        }
        const int slowest = untried[most].back();
        untried[most].pop_back();
        if (left.remove(slowest)) {
            sent[most] -= graph.edges[static_cast<std::size_t>(slowest)].time;
        }
    }
    return from_source_on(graph, problem.source, left.edges());
}

}  // namespace

extern constexpr Heuristic refined_pruning{
    .name = "refined-pruning",
    .summary = "takes edges away from the node that has most to send until a tree is left",
    .source = "Beaumont, Marchal, Robert, refined platform pruning",
    .build = build_refined_pruning,
};

}  // namespace causeway::tree
