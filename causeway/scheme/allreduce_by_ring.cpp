/// Allreduce around a ring: each process's part of the data goes round once to be combined, and once more as the
/// result.
///
/// 2 (P-1) rounds with a P-th of the data each: every process sends and receives 2 (P-1)/P of it, the least there can
/// be, to and from one neighbour alone. For long data. Source: Patarasuk and Yuan 2009 ("Bandwidth optimal all-reduce
/// algorithms for clusters of workstations").
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allreduce_by_ring(const Layout& layout) {
    return rounds_of_divided(layout, combine_around_ring, pass_around_ring);
}

}  // namespace

extern constexpr Scheme allreduce_by_ring{
    .name = "allreduce_by_ring",
    .summary = "parts go around a ring of all processes, combined, and once more as the result",
    .source = "Patarasuk and Yuan 2009",
    .operation = Operation::kAllreduce,
    .trees = Trees::kByRank,
    .divides = true,
    .rounds = {[](int processes) { return 2 * rounds_of_others(processes); }, round_of_ring},
    .build = build_allreduce_by_ring,
};

}  // namespace causeway::scheme
