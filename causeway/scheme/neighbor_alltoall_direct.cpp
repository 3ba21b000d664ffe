/// Neighbourhood all-to-all: everybody sends each neighbour its part, to other clusters first.
///
///     0 - 1 - 2 - 3 | 4 - 5 - 6 - 7   a line over two clusters: 3 sends to 4, then to 2; 4 to 3, then to 5
///
/// No byte crosses a link twice, and latencies overlap: L + g(m) for each message that a link has to carry. Long parts
/// are cut, as messages that ask their receivers first wait for twice the latency more. Source: what MPI libraries do;
/// the order is ours.
#include "causeway/scheme/neighbours.hpp"

namespace causeway::scheme {

namespace {

Built build_neighbor_alltoall_direct(const Layout& layout) {
    return to_neighbours_directly(layout, Operation::kNeighborAlltoall);
}

}  // namespace

extern constexpr Scheme neighbor_alltoall_direct{
    .name = "neighbor_alltoall_direct",
    .summary = "everybody sends each neighbour its part, to other clusters first",
    .source = "the linear algorithm of MPI libraries; order ours",
    .operation = Operation::kNeighborAlltoall,
    .trees = Trees::kNone,
    .relays = false,
    .build = build_neighbor_alltoall_direct,
};

}  // namespace causeway::scheme
