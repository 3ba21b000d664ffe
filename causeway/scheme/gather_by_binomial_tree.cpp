/// Gather over a binomial tree over the ranks, counted from the root on.
///
///     1->0  3->2  5->4  7->6   m        (P = 8, root 0)
///     2->0  6->4               2 m
///     4->0                     4 m
///
/// What comes from below a process is that of those who follow it, and goes on in one message. Cost sum over i = 0 ...
/// log2 P - 1 of (L + g(2^i m)), m being what one process has: exact for combined parts where P is a power of two.
/// Source: Chan, Heimlich, Purkayastha, van de Geijn 2007 ("Collective communication: theory, practice, and
/// experience"), MSTGather; MPICH and Open MPI have it.
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_gather_by_binomial_tree(const Layout& layout) {
    const OwnedTrees owned = owned_over(layout, {schedule::gathering_binomial_tree(layout.processes, layout.root)});
    Built built = owned.built();
    built.strands.push_back(schedule::gather_over(owned.trees.front(), owned.ownership, layout.grain, layout.only));
    return built;
}

}  // namespace

extern constexpr Scheme gather_by_binomial_tree{
    .name = "gather_by_binomial_tree",
    .summary = "up a binomial tree over the ranks",
    .source = "Chan et al. 2007, MSTGather",
    .operation = Operation::kGather,
    .trees = Trees::kByRank,
    .grains = Grains::kAny,
    .build = build_gather_by_binomial_tree,
};

}  // namespace causeway::scheme
