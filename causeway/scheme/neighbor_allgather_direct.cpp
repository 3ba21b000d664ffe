/// Neighbourhood allgather: everybody sends each neighbour what it has, to other clusters first.
///
///     0 - 1 - 2 - 3 | 4 - 5 - 6 - 7   a line over two clusters: 3 sends to 4, then to 2; 4 to 3, then to 5
///
/// Latencies overlap: L + g(m) for each message that a link has to carry. What a process has for several neighbours in
/// one cluster crosses the link as often. Source: what MPI libraries do; the order is ours.
#include "causeway/scheme/neighbours.hpp"

namespace causeway::scheme {

namespace {

Built build_neighbor_allgather_direct(const Layout& layout) {
    return to_neighbours_directly(layout, Operation::kNeighborAllgather);
}

}  // namespace

extern constexpr Scheme neighbor_allgather_direct{
    .name = "neighbor_allgather_direct",
    .summary = "everybody sends each neighbour what it has, to other clusters first",
    .source = "the linear algorithm of MPI libraries; order ours",
    .operation = Operation::kNeighborAllgather,
    .trees = Trees::kNone,
    .relays = false,
    .build = build_neighbor_allgather_direct,
};

}  // namespace causeway::scheme
