/// MPI_Neighbor_allgatherv: what each process has, of which its neighbours know how much it is.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/neighbour_exchange.hpp"
#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/scheme_call.hpp"

#include <memory>

namespace causeway::calls {

int Neighbor_allgatherv(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, Counts receive_counts,
                        Displacements displacements, MPI_Datatype receive_datatype, MPI_Comm comm,
                        const Calling& calling) noexcept try {
    const auto neighbours = neighbours_for(scheme::Operation::kNeighborAllgather, comm, calling);
    if (neighbours == nullptr || send == MPI_IN_PLACE || receive == MPI_IN_PLACE || datatype == MPI_DATATYPE_NULL ||
        count < 0 || are_refused_at(neighbours->num_sources, receive_counts, displacements) ||
        (neighbours->num_sources > 0 && receive_datatype == MPI_DATATYPE_NULL)) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    receive_datatype = calling.keep(receive_datatype, neighbours->num_sources > 0);
    HostCopies copies;
    send = copies.read(send, count, datatype);
    const auto parts_of = [=](void* buffer) {
        return
            [=](int place) { return displaced(buffer, displacements[place], receive_counts[place], receive_datatype); };
    };
    receive = copies.written_parts(receive, [&] { return parts_at(neighbours->num_sources, parts_of(receive)); });
    const mpi::BufferDescription own{const_cast<void*>(send), count, datatype};
    return carry_out(
        scheme::Operation::kNeighborAllgather, comm, calling,
        [=](const CommunicatorState& state) {
            return std::optional(asked_of_uneven_neighbours(state, scheme::Operation::kNeighborAllgather, *neighbours,
                                                            [&](int /*place*/) { return own; }));
        },
        [=](const Execution& execution) {
            return copies.around(
                [&] { return gather_from_neighbours(execution, *neighbours, own, parts_of(receive)); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
