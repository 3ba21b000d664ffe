/// Allgather over a circulant graph: everybody passes on all it has, to one process in every round.
///
/// ceil(log2 P) rounds, and P-1 of the P parts reach each process, for every P: as many of both as in Bruck's
/// algorithm, for which it stands among those of MPI libraries. Where P is a power of two the rounds are the same;
/// elsewhere distances are not 1, 2, 4, ... but P halved and rounded up until 1 is left, so that no round is cut off.
/// Bruck's turn of the data at the end is left out. Source: Bruck et al. 1997 ("Efficient algorithms for all-to-all
/// communications in multiport message-passing systems"); as a mirrored reduce-scatter: Traeff 2024.
#include "causeway/scheme/rounds.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

namespace {

Built build_allgather_by_circulant(const Layout& layout) {
    return rounds_of_owned(layout, pass_over_circulant);
}

}  // namespace

extern constexpr Scheme allgather_by_circulant{
    .name = "allgather_by_circulant",
    .summary = "everybody passes on all it has, at twice the distance in every round",
    .source = "Bruck et al. 1997; Traeff 2024",
    .operation = Operation::kAllgather,
    .trees = Trees::kByRank,
    .rounds = {rounds_of_distances},
    .build = build_allgather_by_circulant,
};

}  // namespace causeway::scheme
