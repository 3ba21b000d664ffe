/// MPI_Alltoallv: sizes of which each process knows its own alone.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/calls/uneven_exchange.hpp"
#include "causeway/mpi/communicator.hpp"

#include <optional>

namespace causeway::calls {

int Alltoallv(const void* send, Counts counts, Displacements displacements, MPI_Datatype datatype, void* receive,
              Counts receive_counts, Displacements receive_displacements, MPI_Datatype receive_datatype, MPI_Comm comm,
              const Calling& calling) noexcept try {
    if (send == MPI_IN_PLACE) {
        return calling.native();
    }
    const int num_parts = mpi::num_parts_of(comm);
    if (are_refused_parts(send, num_parts, counts, displacements, datatype) ||
        are_refused_parts(receive, num_parts, receive_counts, receive_displacements, receive_datatype) ||
        (kSameIsRefusedEverywhere && is_same_place(send, receive) && datatype == receive_datatype &&
         are_same_and_some(num_parts, counts, receive_counts))) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    receive_datatype = calling.keep(receive_datatype);
    HostCopies copies;
    send = copies.read_parts(send, counts, displacements, datatype, comm);
    receive = copies.written_parts(receive, receive_counts, receive_displacements, receive_datatype, comm);
    const auto to = [=](int rank) {
        return displaced(const_cast<void*>(send), displacements[rank], counts[rank], datatype);
    };
    const auto from = [=](int rank) {
        return displaced(receive, receive_displacements[rank], receive_counts[rank], receive_datatype);
    };
    return carry_out(
        scheme::Operation::kAlltoall, comm, calling,
        [=](const CommunicatorState& state) { return std::optional(asked_of_uneven_exchange(state, to)); },
        [=](const Execution& execution) {
            return copies.around([&] { return exchange_uneven(execution, to, from); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
