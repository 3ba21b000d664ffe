/// Allgather around a ring: everybody passes on to its successor what it gets from its predecessor.
///
/// P-1 rounds with what one process has each, to and from one neighbour alone. For long data.
/// Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective communication operations in MPICH"), 4.1.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allgather_by_ring(const Layout& layout) {
    return rounds_of_owned(layout, pass_around_ring);
}

}  // namespace

extern constexpr Scheme allgather_by_ring{
    .name = "allgather_by_ring",
    .summary = "everybody passes on to its successor what it gets",
    .source = "Thakur et al. 2005, 4.1",
    .operation = Operation::kAllgather,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_others, round_of_ring},
    .build = build_allgather_by_ring,
};

}  // namespace causeway::scheme
