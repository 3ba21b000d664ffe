/// Barrier: in round k the processes whose numbers differ in bit k tell each other of all they have heard of.
///
///     round 1: 0-1  2-3  4-5  6-7        (P = 8; a-b: both ways)
///     round 2: 0-2  1-3  4-6  5-7
///     round 3: 0-4  1-5  2-6  3-7
///
/// An allreduce of nothing. Cost log2 P (L + g(0)): exact where P is a power of two. For any other P the second of each
/// of the first P - 2^floor(log2 P) pairs tells the first before, and is told afterwards: at most (floor(log2 P) + 2)
/// (L + g(0)). Source: Brooks 1986 ("The butterfly barrier"); the other processes as in Open MPI.
#include "causeway/scheme/pairs.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

extern constexpr Scheme barrier_by_recursive_doubling{
    .name = "barrier_by_recursive_doubling",
    .summary = "pairs of processes tell each other of all they have heard of, at twice the distance in every round",
    .source = "Brooks 1986",
    .operation = Operation::kBarrier,
    .trees = Trees::kByRank,
    .library = LibraryUse{},
    .build = rounds_of_doubling,
};

}  // namespace causeway::scheme
