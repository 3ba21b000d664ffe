/// MPI_Alltoallw: sizes and datatypes of which each process knows its own alone.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts_by_type.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/calls/uneven_exchange.hpp"
#include "causeway/mpi/communicator.hpp"

#include <optional>
#include <vector>

namespace causeway::calls {

int Alltoallw(const void* send, Counts counts, Displacements displacements, Datatypes datatypes, void* receive,
              Counts receive_counts, Displacements receive_displacements, Datatypes receive_datatypes, MPI_Comm comm,
              const Calling& calling) noexcept try {
    if (send == MPI_IN_PLACE || receive == MPI_IN_PLACE) {
        return calling.native();
    }
    const int num_parts = mpi::num_parts_of(comm);
    if (are_refused_at(num_parts, counts, displacements) ||
        are_refused_at(num_parts, receive_counts, receive_displacements) || datatypes.is_null() ||
        receive_datatypes.is_null()) {
        return calling.native();
    }
    const std::vector<MPI_Datatype> types = values_of(datatypes, counts, num_parts);
    const std::vector<MPI_Datatype> receive_types = values_of(receive_datatypes, receive_counts, num_parts);
    if (has_null(types) || has_null(receive_types) ||
        (kSameIsRefusedEverywhere && is_same_place(send, receive) && types == receive_types &&
         are_same_and_some(num_parts, counts, receive_counts))) {
        return calling.native();
    }
    const PartsByType to(counts, displacements, kept(types, calling));
    const PartsByType from(receive_counts, receive_displacements, kept(receive_types, calling));
    HostCopies copies;
    send = copies.read_parts(send, [&] { return to.all(const_cast<void*>(send)); });
    receive = copies.written_parts(receive, [&] { return from.all(receive); });
    return carry_out(
        scheme::Operation::kAlltoall, comm, calling,
        [&](const CommunicatorState& state) {
            return std::optional(
                asked_of_uneven_exchange(state, [&](int rank) { return to.of(rank, const_cast<void*>(send)); }));
        },
        [=](const Execution& execution) {
            return copies.around([&] {
                return exchange_uneven(
                    execution, [&](int rank) { return to.of(rank, const_cast<void*>(send)); },
                    [&](int rank) { return from.of(rank, receive); });
            });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
