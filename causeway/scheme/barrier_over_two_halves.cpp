/// Barrier over one tree cut at its root's first edge: an allreduce of nothing (allreduce_over_two_halves.cpp).
///
///     root 0, first edge 0-4, P = 8:   1 -> 0 <-> 4 <- 5      then  1 <- 0     4 -> 5
///                                      3 -> 2 -^   ^- 6 <- 7        3 <- 2 <-'  `-> 6 -> 7
///
/// Cost: the diameter of the tree in latency, where over one root it is twice the radius.
/// Source: Hassin and Tamir 1995 ("On the minimum diameter spanning tree problem"), theorem 1; the exchange is ours.
#include "causeway/scheme/halves.hpp"

namespace causeway::scheme {

extern constexpr Scheme barrier_over_two_halves{
    .name = "barrier_over_two_halves",
    .summary = "empty messages up two halves of a tree, over the edge between them, and down again",
    .source = "Hassin and Tamir 1995, theorem 1",
    .operation = Operation::kBarrier,
    .trees = Trees::kOne,
    .has_middle_edge = true,
    .build = meet_over_first_edge,
};

}  // namespace causeway::scheme
