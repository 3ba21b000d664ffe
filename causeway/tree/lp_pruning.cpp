/// Pruning by the linear program: edges that carry least in an optimal solution for several trees are taken away first.
///
///     for each edge (u, v) by rising n_uv:  take it away if the source still reaches v without it
///
/// n_uv: slices per second on the edge in the solution. Ties go to the lowest index. O(|E|^2) after the linear program.
/// Source: Beaumont, Marchal, Robert, "Communication graph pruning" (LP-based heuristics).
#include "causeway/tree/heuristic.hpp"
#include "causeway/tree/spanning_edges.hpp"

#include <algorithm>
#include <numeric>

namespace causeway::tree {

namespace {

TreeEdges build_lp_pruning(const TreeProblem& problem) {
    std::vector<int> order(problem.graph.edges.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return problem.rates[static_cast<std::size_t>(a)] < problem.rates[static_cast<std::size_t>(b)];
    });
    return pruned(problem.graph, problem.source, order);
}

}  // namespace

extern constexpr Heuristic lp_pruning{
    .name = "lp-pruning",
    .summary = "takes away the edges that carry least in the optimum for several trees",
    .source = "Beaumont, Marchal, Robert, LP-based pruning",
    .needs_rates = true,
    .build = build_lp_pruning,
};

}  // namespace causeway::tree
