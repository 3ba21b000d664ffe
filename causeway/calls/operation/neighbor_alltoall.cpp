/// MPI_Neighbor_alltoall: a part for each neighbour, all of one size.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/neighbour_exchange.hpp"
#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/scheme_call.hpp"

#include <memory>

namespace causeway::calls {

int Neighbor_alltoall(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
                      MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept try {
    const auto neighbours = neighbours_for(scheme::Operation::kNeighborAlltoall, comm, calling);
    if (neighbours == nullptr || send == MPI_IN_PLACE || receive == MPI_IN_PLACE ||
        (neighbours->num_destinations > 0 && (datatype == MPI_DATATYPE_NULL || count < 0)) ||
        (neighbours->num_sources > 0 && (receive_datatype == MPI_DATATYPE_NULL || receive_count < 0))) {
        return calling.native();
    }
    datatype = calling.keep(datatype, neighbours->num_destinations > 0);
    receive_datatype = calling.keep(receive_datatype, neighbours->num_sources > 0);
    const auto leaving_from = [=](const void* buffer) {
        return [=](int place) { return part_of(const_cast<void*>(buffer), count, datatype, place); };
    };
    const auto coming_to = [=](void* buffer) {
        return [=](int place) { return part_of(buffer, receive_count, receive_datatype, place); };
    };
    HostCopies copies;
    send = copies.read_parts(send, [&] { return parts_at(neighbours->num_destinations, leaving_from(send)); });
    receive = copies.written_parts(receive, [&] { return parts_at(neighbours->num_sources, coming_to(receive)); });
    const bool is_nonblocking = calling.nonblocking != nullptr;
    return carry_out(
        scheme::Operation::kNeighborAlltoall, comm, calling,
        [=](const CommunicatorState& state) {
            return asked_among_neighbours(state, scheme::Operation::kNeighborAlltoall, *neighbours,
                                          {const_cast<void*>(send), count, datatype},
                                          {receive, receive_count, receive_datatype});
        },
        [=](const Execution& execution) {
            return copies.around([&] {
                return exchange_with_neighbours(execution, *neighbours,
                                                neighbours->sources(AlongEdges::kAlltoall, is_nonblocking),
                                                leaving_from(send), coming_to(receive));
            });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
