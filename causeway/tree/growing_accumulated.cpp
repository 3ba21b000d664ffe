/// Growing a tree by costs that accumulate: the source's pseudocode to the letter, where `growing` is what its text
/// says.
///
///     cost(u, v) = T_uv at first; when (u, v) comes into the tree, every other edge (u, w) costs cost(u, v) more
///
///     source -> p1, p2, p3 (T = 1, 1, 1):  costs 1, 2, 4, where the weighted out-degree would be 1, 2, 3
///
/// What is added is the cost as it has grown by then, not T_uv: the k-th child of equals costs 2^(k-1) T. So many
/// children are shunned more than the period asks for, and trees are deeper and narrower. The cheapest edge out of the
/// tree comes next; ties go to the lowest index. O(n |E|).
/// Source: Beaumont, Marchal, Robert, GROWING-MINIMUM-WEIGHTED-OUT-DEGREE-TREE, the pseudocode.
#include "causeway/tree/grown.hpp"

namespace causeway::tree {

namespace {

TreeEdges build_growing_accumulated(const TreeProblem& problem) {
    std::vector<Seconds> added(problem.graph.nodes.size());  // to the cost of every other edge out of the node
    const auto edge_at = [&](int e) { return problem.graph.edges[static_cast<std::size_t>(e)]; };
    const auto cost = [&](int e) { return added[static_cast<std::size_t>(edge_at(e).from)] + edge_at(e).time; };
    return grown(
        problem, [&](int e) { return cost(e).value(); },
        [&](int e) { added[static_cast<std::size_t>(edge_at(e).from)] += cost(e); });
}

}  // namespace

extern constexpr Heuristic growing_accumulated{
    .name = "growing-accumulated",
    .summary = "as growing, but what children cost accumulates: the source's pseudocode to the letter",
    .source = "Beaumont, Marchal, Robert, growing minimum weighted out-degree tree, pseudocode",
    .build = build_growing_accumulated,
};

}  // namespace causeway::tree
