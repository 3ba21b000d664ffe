/// Scatter over a binomial tree over the ranks, counted from the root on: the gather backwards.
///
///     0->4                     4 m        (P = 8, root 0)
///     0->2  4->6               2 m
///     0->1  2->3  4->5  6->7   m
///
/// A process gets what is for itself and for those who follow it in one message. Cost sum over i = 0 ... log2 P - 1 of
/// (L + g(2^i m)), m being what is for one process: exact for combined parts where P is a power of two.
/// Source: Chan, Heimlich, Purkayastha, van de Geijn 2007 ("Collective communication: theory, practice, and
/// experience"), MSTScatter; MPICH and Open MPI have it.
#include "causeway/schedule/reversal.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_scatter_by_binomial_tree(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout, {schedule::gathering_binomial_tree(layout.processes, layout.root)});
    Built built = owned.built();
    built.strands.push_back(
        schedule::scatter_of(schedule::gather_over(owned.trees.front(), owned.ownership, layout.grain, layout.only)));
    return built;
}

}  // namespace

extern constexpr Scheme scatter_by_binomial_tree{
    .name = "scatter_by_binomial_tree",
    .summary = "down a binomial tree over the ranks",
    .source = "Chan et al. 2007, MSTScatter",
    .operation = Operation::kScatter,
    .trees = Trees::kByRank,
    .grains = Grains::kAny,
    .build = build_scatter_by_binomial_tree,
};

}  // namespace causeway::scheme
