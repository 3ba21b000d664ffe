/// Allreduce by Rabenseifner's algorithm: a reduce-scatter by recursive halving, then an allgather by recursive
/// doubling, the same pairs meeting again in the opposite order.
///
///     halving:  0-1  2-3  4-5  6-7   m/2 each way        (P = 8; a-b: both ways)
///               0-2  1-3  4-6  5-7   m/4
///               0-4  1-5  2-6  3-7   m/8
///     doubling: 0-4 ... m/8, then 0-2 ... m/4, then 0-1 ... m/2
///
/// Half of the data goes to neighbours, and only a P-th to those who are farthest away. Cost 2 sum over i = 1 ...
/// log2 P of (L + g(m / 2^i)): exact where P is a power of two. For any other P the second of each of the first
/// P - 2^floor(log2 P) pairs gives what it has to the first before, and gets the result from it afterwards, which takes
/// about 2 (L + g(m)) more; parts are of whole blocks of m / P then, so that those of the last round differ.
/// Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective communication operations in MPICH"), reduce
/// and allreduce; distances as in MPICH and Open MPI.
#include "causeway/scheme/pairs.hpp"
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allreduce_by_rabenseifner(const Layout& layout) {
    const PairedProcesses paired(layout.processes);
    const schedule::BlockRange all{0, layout.num_blocks};
    const Parts parts = Parts::of_all(layout.num_blocks, paired.num_places());
    const Line line = paired.nearest_first();
    Built built;
    built.num_blocks = layout.num_blocks;
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    paired.fold(all, builder);
    combine_by_halving(line, parts, builder);
    pass_by_doubling(line, parts, builder);
    paired.unfold(all, builder);
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme allreduce_by_rabenseifner{
    .name = "allreduce_by_rabenseifner",
    .summary = "pairs halve the data and combine it, then double it again, neighbours with most of it",
    .source = "Thakur et al. 2005, reduce and allreduce",
    .operation = Operation::kAllreduce,
    .trees = Trees::kByRank,
    .divides = true,
    .rounds = {[](int processes) { return 2 * rounds_of_distances(processes); }},
    .build = build_allreduce_by_rabenseifner,
};

}  // namespace causeway::scheme
