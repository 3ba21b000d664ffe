/// Allgather: in round k the processes whose numbers differ in bit k exchange all they have.
///
///     round 1: 0-1  2-3  4-5  6-7   m each way        (P = 8; a-b: both ways)
///     round 2: 0-2  1-3  4-6  5-7   2 m
///     round 3: 0-4  1-5  2-6  3-7   4 m
///
/// Cost sum over i = 0 ... log2 P - 1 of (L + g(2^i m)), m being what one process has: exact where P is a power of two.
/// MPI libraries take it there alone. For any other P the second of each of the first P - 2^floor(log2 P) pairs gives
/// what it has to the first before, and gets all the rest from it afterwards.
/// Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective communication operations in MPICH"),
/// allgather.
#include "causeway/scheme/pairs.hpp"
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

void double_in_pairs(const Parts& parts, schedule::Builder& builder) {
    const int processes = parts.num_processes();
    const PairedProcesses paired(processes);
    for (int pair = 0; pair < paired.num_pairs(); ++pair) {
        const int second = paired.second_of(pair);
        for (const schedule::BlockRange blocks : parts.of(second, 1)) {
            builder.transfer(second, paired.process_at(pair), blocks);
        }
    }
    pass_by_doubling(paired.farthest_first(), parts, builder);
    for (int pair = 0; pair < paired.num_pairs(); ++pair) {
        const int second = paired.second_of(pair);
        for (const schedule::BlockRange blocks : parts.of(second + 1, processes - 1)) {
            builder.transfer(paired.process_at(pair), second, blocks);
        }
    }
}

Built build_allgather_by_recursive_doubling(const Layout& layout) {
    return rounds_of_owned(layout, double_in_pairs);
}

}  // namespace

extern constexpr Scheme allgather_by_recursive_doubling{
    .name = "allgather_by_recursive_doubling",
    .summary = "pairs of processes exchange all they have, at twice the distance in every round",
    .source = "Thakur et al. 2005, allgather",
    .operation = Operation::kAllgather,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_distances},
    .build = build_allgather_by_recursive_doubling,
};

}  // namespace causeway::scheme
