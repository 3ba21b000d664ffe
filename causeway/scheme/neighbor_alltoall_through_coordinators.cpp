/// Neighbourhood all-to-all: what one cluster has for another crosses the link in one message.
///
///     0 1 2 3 | 4 5 6 7   everybody has a part for the one across, i for i + 4: 1, 2 and 3 give theirs to 0, which
///                         sends all four to 4, which gives 5, 6 and 7 theirs
///
/// A process that has a part for cluster B collects what all of cluster A have for it, sends it to one that gets a part
/// of it, and that one hands it out; for each pair of clusters others, as far as there are some. Inside a cluster every
/// part goes straight. For many small parts: of e edges from A to B, one message is left on the link, which takes
/// L + g(e m) where the messages by themselves take L + e g(m); two hops inside clusters are added. Source: MagPIe
/// (Kielmann et al. 1999) has the message for each pair of clusters; the rest is ours.
#include "causeway/scheme/neighbours.hpp"

namespace causeway::scheme {

namespace {

Built build_neighbor_alltoall_through_coordinators(const Layout& layout) {
    return to_neighbours_through_coordinators(layout, Operation::kNeighborAlltoall);
}

}  // namespace

extern constexpr Scheme neighbor_alltoall_through_coordinators{
    .name = "neighbor_alltoall_through_coordinators",
    .summary = "what one cluster has for neighbours in another crosses the link in one message",
    .source = "ours; messages between clusters of MagPIe",
    .operation = Operation::kNeighborAlltoall,
    .trees = Trees::kNone,
    .most = Bytes(32 << 10),
    .build = build_neighbor_alltoall_through_coordinators,
};

}  // namespace causeway::scheme
