/// Reduce by Rabenseifner's algorithm: a reduce-scatter by recursive halving, then a gather over a binomial tree.
///
///     halving: 0-1  2-3  4-5  6-7   m/2 each way        (P = 8, root 0; a-b: both ways)
///              0-2  1-3  4-6  5-7   m/4
///              0-4  1-5  2-6  3-7   m/8
///     gather:  4->0  5->1  6->2  7->3   m/8, then 2->0  3->1  m/4, then 1->0  m/2
///
/// Processes are counted from the root on. Cost 2 sum over i = 1 ... log2 P of (L + g(m / 2^i)): exact where P is a
/// power of two. For any other P the second of each of the first P - 2^floor(log2 P) pairs gives what it has to the
/// first before, which takes about L + g(m) more; parts are of whole blocks of m / P then, so that those of the last
/// round differ. Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective communication
/// operations in MPICH"), reduce and allreduce.
#include "causeway/scheme/pairs.hpp"
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_reduce_by_rabenseifner(const Layout& layout) {
    const PairedProcesses paired(layout.processes, layout.root);
    const Parts parts = Parts::of_all(layout.num_blocks, paired.num_places());
    const Line line = paired.nearest_first();
    Built built;
    built.num_blocks = layout.num_blocks;
    schedule::Builder builder(layout.processes, layout.num_blocks, layout.only);
    paired.fold({0, layout.num_blocks}, builder);
    combine_by_halving(line, parts, builder);
    pass_to_first(line, parts, builder);
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme reduce_by_rabenseifner{
    .name = "reduce_by_rabenseifner",
    .summary = "pairs halve the data and combine it, then a binomial tree gathers it at the root",
    .source = "Thakur et al. 2005, reduce and allreduce",
    .operation = Operation::kReduce,
    .trees = Trees::kByRank,
    .divides = true,
    .rounds = {[](int processes) { return 2 * rounds_of_distances(processes); }},
    .build = build_reduce_by_rabenseifner,
};

}  // namespace causeway::scheme
