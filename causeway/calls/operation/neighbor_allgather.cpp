/// MPI_Neighbor_allgather: what each process has, as much for all.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/neighbour_exchange.hpp"
#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/scheme_call.hpp"

#include <memory>

namespace causeway::calls {

int Neighbor_allgather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
                       MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept try {
    const auto neighbours = neighbours_for(scheme::Operation::kNeighborAllgather, comm, calling);
    if (neighbours == nullptr || send == MPI_IN_PLACE || receive == MPI_IN_PLACE || datatype == MPI_DATATYPE_NULL ||
        count < 0 || (neighbours->num_sources > 0 && (receive_datatype == MPI_DATATYPE_NULL || receive_count < 0))) {
        return calling.native();
    }
    const bool has_sources = neighbours->num_sources > 0;
    datatype = calling.keep(datatype);
    receive_datatype = calling.keep(receive_datatype, has_sources);
    HostCopies copies;
    send = copies.read(send, count, datatype);
    const auto parts_of = [=](void* buffer) {
        return [=](int place) { return part_of(buffer, receive_count, receive_datatype, place); };
    };
    receive = copies.written_parts(receive, [&] { return parts_at(neighbours->num_sources, parts_of(receive)); });
    const mpi::BufferDescription own{const_cast<void*>(send), count, datatype};
    return carry_out(
        scheme::Operation::kNeighborAllgather, comm, calling,
        [=](const CommunicatorState& state) {
            return asked_among_neighbours(state, scheme::Operation::kNeighborAllgather, *neighbours, own,
                                          {receive, receive_count, receive_datatype});
        },
        [=](const Execution& execution) {
            return copies.around(
                [&] { return gather_from_neighbours(execution, *neighbours, own, parts_of(receive)); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
