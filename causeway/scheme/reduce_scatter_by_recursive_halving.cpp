/// Reduce-scatter: in every round everybody gives its partner, half as far away as in the round before, what is for the
/// partner's half of the processes.
///
///     round 1: 0-4  1-5  2-6  3-7   4 m each way        (P = 8; a-b: both ways)
///     round 2: 0-2  1-3  4-6  5-7   2 m
///     round 3: 0-1  2-3  4-5  6-7   m
///
/// Cost sum over i = 0 ... log2 P - 1 of (L + g(2^i m)), m being what one process gets: exact where P is a power of
/// two. For any other P the second of each of the first P - 2^floor(log2 P) pairs gives all it has to the first before,
/// and gets its result from it afterwards. Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective
/// communication operations in MPICH"), reduce-scatter.
#include "causeway/scheme/pairs.hpp"
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

void halve_in_pairs(const Parts& parts, schedule::Builder& builder) {
    const int processes = parts.num_processes();
    const PairedProcesses paired(processes);
    for (const schedule::BlockRange blocks : parts.of(0, processes)) {
        paired.fold(blocks, builder);
    }
    combine_by_halving(paired.farthest_first(), parts, builder);
    for (int pair = 0; pair < paired.num_pairs(); ++pair) {
        const int second = paired.second_of(pair);
        for (const schedule::BlockRange blocks : parts.of(second, 1)) {
            builder.transfer(paired.process_at(pair), second, blocks);
        }
    }
}

Built build_reduce_scatter_by_recursive_halving(const Layout& layout) {
    return rounds_of_owned(layout, halve_in_pairs);
}

}  // namespace

extern constexpr Scheme reduce_scatter_by_recursive_halving{
    .name = "reduce_scatter_by_recursive_halving",
    .summary = "pairs exchange what is for each other's half, at half the distance in every round",
    .source = "Thakur et al. 2005, reduce-scatter",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_distances},
    .build = build_reduce_scatter_by_recursive_halving,
};

}  // namespace causeway::scheme
