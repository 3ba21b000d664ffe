/// MPI_Neighbor_alltoallv: a part for each neighbour, of which these two know how much it is.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/neighbour_exchange.hpp"
#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/scheme_call.hpp"

#include <memory>

namespace causeway::calls {

int Neighbor_alltoallv(const void* send, Counts counts, Displacements displacements, MPI_Datatype datatype,
                       void* receive, Counts receive_counts, Displacements receive_displacements,
                       MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept try {
    const auto neighbours = neighbours_for(scheme::Operation::kNeighborAlltoall, comm, calling);
    if (neighbours == nullptr || send == MPI_IN_PLACE || receive == MPI_IN_PLACE ||
        are_refused_at(neighbours->num_destinations, counts, displacements) ||
        are_refused_at(neighbours->num_sources, receive_counts, receive_displacements) ||
        (neighbours->num_destinations > 0 && datatype == MPI_DATATYPE_NULL) ||
        (neighbours->num_sources > 0 && receive_datatype == MPI_DATATYPE_NULL)) {
        return calling.native();
    }
    datatype = calling.keep(datatype, neighbours->num_destinations > 0);
    receive_datatype = calling.keep(receive_datatype, neighbours->num_sources > 0);
    const auto leaving_from = [=](const void* buffer) {
        return [=](int place) {
            return displaced(const_cast<void*>(buffer), displacements[place], counts[place], datatype);
        };
    };
    const auto coming_to = [=](void* buffer) {
        return [=](int place) {
            return displaced(buffer, receive_displacements[place], receive_counts[place], receive_datatype);
        };
    };
    HostCopies copies;
    send = copies.read_parts(send, [&] { return parts_at(neighbours->num_destinations, leaving_from(send)); });
    receive = copies.written_parts(receive, [&] { return parts_at(neighbours->num_sources, coming_to(receive)); });
    const bool is_nonblocking = calling.nonblocking != nullptr;
    return carry_out(
        scheme::Operation::kNeighborAlltoall, comm, calling,
        [=](const CommunicatorState& state) {
            return std::optional(asked_of_uneven_neighbours(state, scheme::Operation::kNeighborAlltoall, *neighbours,
                                                            leaving_from(send)));
        },
        [=](const Execution& execution) {
            return copies.around([&] {
                return exchange_with_neighbours(execution, *neighbours,
                                                neighbours->sources(AlongEdges::kAlltoallv, is_nonblocking),
                                                leaving_from(send), coming_to(receive));
            });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
