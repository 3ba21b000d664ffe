/// Growing a minimum weighted out-degree tree: as in Prim's algorithm, but an edge costs what its sender would then
/// have to send altogether.
///
///     cost(u, v) = T_uv + sum of T_uw over the children w that u already has
///
///     source -> p1, p2 (T = 2, 2.5), p1 -> p2 (T = 4):  p1 comes first (cost 2), then p2 by p1 (cost 4, not 4.5)
///
/// The cheapest edge out of the tree comes next; ties go to the lowest index. O(n |E|).
/// Source: Beaumont, Marchal, Robert, "Growing a Minimum Weighted Out-Degree Tree".
#include "causeway/tree/grown.hpp"

namespace causeway::tree {

namespace {

TreeEdges build_growing(const TreeProblem& problem) {
    std::vector<Seconds> sent(problem.graph.nodes.size());  // weighted out-degree
    const auto edge_at = [&](int e) { return problem.graph.edges[static_cast<std::size_t>(e)]; };
    const auto cost = [&](int e) {
        return (sent[static_cast<std::size_t>(edge_at(e).from)] + edge_at(e).time).value();
    };
    return grown(problem, cost, [&](int e) { sent[static_cast<std::size_t>(edge_at(e).from)] += edge_at(e).time; });
}

}  // namespace

extern constexpr Heuristic growing{
    .name = "growing",
    .summary = "as Prim's tree, by the weighted out-degree that each edge would lead to",
    .source = "Beaumont, Marchal, Robert, growing minimum weighted out-degree tree",
    .build = build_growing,
};

}  // namespace causeway::tree
