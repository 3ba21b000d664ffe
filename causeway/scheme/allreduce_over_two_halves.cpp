/// Allreduce over one tree cut at its root's first edge: each half combines what it has, the two exchange it over that
/// edge, and it comes down in both halves.
///
///     root 0, first edge 0-4, P = 8:   1 -> 0 <-> 4 <- 5      then  1 <- 0     4 -> 5
///                                      3 -> 2 -^   ^- 6 <- 7        3 <- 2 <-'  `-> 6 -> 7
///
/// Over one root the longest way up follows the longest way down, twice the tree's radius; here the two longest ways
/// from the ends of the tree meet: its diameter, L in each step, exact for messages that fit into a segment. With the
/// edge in the middle of a shortest-path tree that is the least that any tree takes (the tree of least diameter is one
/// from the absolute centre of the network). What one computes from its own and the other's half the other one computes
/// from the same two: the results are the same. Source: Hassin and Tamir 1995 ("On the minimum diameter spanning tree
/// problem"), theorem 1; the exchange is ours.
#include "causeway/scheme/halves.hpp"

namespace causeway::scheme {

extern constexpr Scheme allreduce_over_two_halves{
    .name = "allreduce_over_two_halves",
    .summary = "two halves of a tree combine, exchange over the edge between them, and pass it down",
    .source = "Hassin and Tamir 1995, theorem 1",
    .operation = Operation::kAllreduce,
    .trees = Trees::kOne,
    .has_middle_edge = true,
    .build = meet_over_first_edge,
};

}  // namespace causeway::scheme
