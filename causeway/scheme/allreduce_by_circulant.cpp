/// Allreduce over a circulant graph: a reduce-scatter and the allgather that mirrors it, ceil(log2 P) rounds each.
///
/// Every process sends and receives 2 (P-1)/P of the data, the least there can be, for every P; what Rabenseifner's
/// algorithm does where P is a power of two (allreduce_by_rabenseifner); for other P no process waits for another's
/// first step. It is none of Open MPI 4.1 or MPICH 4. Source: Traeff 2024 ("Optimal, Non-pipelined Reduce-scatter and
/// Allreduce Algorithms"), algorithm 2.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allreduce_by_circulant(const Layout& layout) {
    return rounds_of_divided(layout, combine_over_circulant, pass_over_circulant);
}

}  // namespace

extern constexpr Scheme allreduce_by_circulant{
    .name = "allreduce_by_circulant",
    .summary = "parts are combined and spread at half the distance, and twice, in every round",
    .source = "Traeff 2024, algorithm 2",
    .operation = Operation::kAllreduce,
    .trees = Trees::kByRank,
    .divides = true,
    .rounds = {[](int processes) { return 2 * rounds_of_distances(processes); }},
    .build = build_allreduce_by_circulant,
};

}  // namespace causeway::scheme
