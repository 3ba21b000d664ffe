/// Growing a minimum weighted out-degree tree: as in Prim's algorithm, but an edge costs what its sender would then
/// have to send altogether.
///
///     cost(u, v) = T_uv + sum of T_uw over the children w that u already has
///
/// The cheapest edge out of the tree comes next; ties go to the lowest index. O(n |E|).
/// Source: Beaumont, Marchal, Robert, "Growing a Minimum Weighted Out-Degree Tree".
#include "causeway/tree/heuristic.hpp"

#include <optional>

namespace causeway::tree {

namespace {

TreeEdges build(const Problem& problem) {
    const graph::Graph& graph = problem.graph;
    std::vector<bool> in_tree(graph.nodes.size(), false);
    std::vector<Seconds> sent(graph.nodes.size());  // weighted out-degree
    in_tree[static_cast<std::size_t>(problem.source)] = true;
    TreeEdges result;
    while (result.size() + 1 < graph.nodes.size()) {
        std::optional<int> best;
        Seconds least = Seconds::infinity();
        for (int e = 0; e < graph.num_edges(); ++e) {
            const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            if (!in_tree[static_cast<std::size_t>(edge.from)] || in_tree[static_cast<std::size_t>(edge.to)]) {
                continue;
            }
            const Seconds cost = sent[static_cast<std::size_t>(edge.from)] + edge.time;
            if (cost < least) {
                least = cost;
                best = e;
            }
        }
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(best.value())];
        in_tree[static_cast<std::size_t>(edge.to)] = true;
        sent[static_cast<std::size_t>(edge.from)] = least;
        result.push_back(*best);
    }
    return result;
}

}  // namespace

extern constexpr Heuristic growing{
    .name = "growing",
    .summary = "as Prim's tree, by the weighted out-degree that each edge would lead to",
    .source = "Beaumont, Marchal, Robert, growing minimum weighted out-degree tree",
    .build = build,
};

}  // namespace causeway::tree
