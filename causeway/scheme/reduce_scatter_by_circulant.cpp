/// Reduce-scatter over a circulant graph: in every round what is for the far half goes there, to be combined.
///
/// ceil(log2 P) rounds, and P-1 of the P parts leave each process, for every P; as many as in recursive halving where P
/// is a power of two (reduce_scatter_by_recursive_halving). It is none of Open MPI 4.1 or MPICH 4. Source: Traeff 2024
/// ("Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms"), algorithm 1.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_reduce_scatter_by_circulant(const Layout& layout) {
    return rounds_of_owned(layout, combine_over_circulant);
}

}  // namespace

extern constexpr Scheme reduce_scatter_by_circulant{
    .name = "reduce_scatter_by_circulant",
    .summary = "what is for others is combined at half the distance in every round",
    .source = "Traeff 2024, algorithm 1",
    .operation = Operation::kReduceScatter,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_distances},
    .build = build_reduce_scatter_by_circulant,
};

}  // namespace causeway::scheme
