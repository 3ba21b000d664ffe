/// Neighbourhood allgather: what one cluster has for neighbours in another crosses the link in few messages.
///
///     0 1 2 3 | 4 5 6 7   all of 0 to 3 have neighbours across: 1, 2 and 3 give what they have to 0, which sends all
///                         four to 4, which gives 5, 6 and 7 what is theirs
///
/// As in neighbor_alltoall_through_coordinators, and nothing crosses twice: of s processes of a cluster with neighbours
/// in the other, L + g(s m) on the link and two hops inside clusters; a message more for each gap between these
/// processes in the order of their ranks. Source: MagPIe (Kielmann et al. 1999) has the message for each pair of
/// clusters; the rest is ours.
#include "causeway/scheme/neighbours.hpp"

namespace causeway::scheme {

namespace {

Built build_neighbor_allgather_through_coordinators(const Layout& layout) {
    return to_neighbours_through_coordinators(layout, Operation::kNeighborAllgather);
}

}  // namespace

extern constexpr Scheme neighbor_allgather_through_coordinators{
    .name = "neighbor_allgather_through_coordinators",
    .summary = "what one cluster has for neighbours in another crosses the link in few messages",
    .source = "ours; messages between clusters of MagPIe",
    .operation = Operation::kNeighborAllgather,
    .trees = Trees::kNone,
    .most = Bytes(32 << 10),
    .build = build_neighbor_allgather_through_coordinators,
};

}  // namespace causeway::scheme
