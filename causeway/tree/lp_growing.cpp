/// Growing a tree over the edges that carry most in an optimal solution for several trees.
///
///     cost(u, v) = -n_uv,   n_uv: slices per second on the edge in the solution of the linear program
///
/// The edge out of the tree with the greatest rate comes next; ties go to the lowest index. As every cut of the
/// solution carries something, no edge without a rate is ever taken. O(n |E|) after the linear program. Source:
/// Beaumont, Marchal, Robert, "Growing a spanning tree over the communication graph" (LP-based heuristics).
#include "causeway/tree/grown.hpp"

namespace causeway::tree {

namespace {

TreeEdges build_lp_growing(const TreeProblem& problem) {
    return grown(
        problem, [&](int e) { return -problem.rates[static_cast<std::size_t>(e)]; }, [](int) {});
}

}  // namespace

extern constexpr Heuristic lp_growing{
    .name = "lp-growing",
    .summary = "grown over the edges that carry most in the optimum for several trees",
    .source = "Beaumont, Marchal, Robert, LP-based growing",
    .needs_rates = true,
    .build = build_lp_growing,
};

}  // namespace causeway::tree
