/// Reduce-scatter around a ring: the contributions for a process go round, combined on the way, and end with it.
///
/// P-1 rounds with what is for one process each, to and from one neighbour alone. For long data.
/// Source: Thakur, Rabenseifner, Gropp 2005 ("Optimization of collective communication operations in MPICH"), 4.3;
/// the ring is that of Patarasuk and Yuan 2009.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_reduce_scatter_by_ring(const Layout& layout) {
    return rounds_of_owned(layout, combine_around_ring);
}

}  // namespace

extern constexpr Scheme reduce_scatter_by_ring{
    .name = "reduce_scatter_by_ring",
    .summary = "what is for a process goes around a ring of all, combined on its way",
    .source = "Patarasuk and Yuan 2009",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_others, round_of_ring},
    .build = build_reduce_scatter_by_ring,
};

}  // namespace causeway::scheme
