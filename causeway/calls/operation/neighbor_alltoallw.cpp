/// MPI_Neighbor_alltoallw: a part for each neighbour, of which these two know how much it is, each of its own type.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/neighbour_exchange.hpp"
#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/parts_by_type.hpp"
#include "causeway/calls/scheme_call.hpp"

#include <memory>

namespace causeway::calls {

int Neighbor_alltoallw(const void* send, Counts counts, Displacements displacements, Datatypes datatypes, void* receive,
                       Counts receive_counts, Displacements receive_displacements, Datatypes receive_datatypes,
                       MPI_Comm comm, const Calling& calling) noexcept try {
    const auto neighbours = neighbours_for(scheme::Operation::kNeighborAlltoall, comm, calling);
    if (neighbours == nullptr || !neighbours->is_alltoallw_known || send == MPI_IN_PLACE || receive == MPI_IN_PLACE ||
        are_refused_at(neighbours->num_destinations, counts, displacements) ||
        are_refused_at(neighbours->num_sources, receive_counts, receive_displacements) ||
        (neighbours->num_destinations > 0 && datatypes.is_null()) ||
        (neighbours->num_sources > 0 && receive_datatypes.is_null())) {
        return calling.native();
    }
    const std::vector<MPI_Datatype> types = values_of(datatypes, counts, neighbours->num_destinations);
    const std::vector<MPI_Datatype> receive_types =
        values_of(receive_datatypes, receive_counts, neighbours->num_sources);
    if (has_null(types) || has_null(receive_types)) {
        return calling.native();
    }
    const PartsByType leaving(counts, displacements, kept(types, calling));
    const PartsByType coming(receive_counts, receive_displacements, kept(receive_types, calling));
    HostCopies copies;
    send = copies.read_parts(send, [&] { return leaving.all(const_cast<void*>(send)); });
    receive = copies.written_parts(receive, [&] { return coming.all(receive); });
    const bool is_nonblocking = calling.nonblocking != nullptr;
    return carry_out(
        scheme::Operation::kNeighborAlltoall, comm, calling,
        [=](const CommunicatorState& state) {
            return std::optional(
                asked_of_uneven_neighbours(state, scheme::Operation::kNeighborAlltoall, *neighbours,
                                           [&](int place) { return leaving.of(place, const_cast<void*>(send)); }));
        },
        [=](const Execution& execution) {
            return copies.around([&] {
                return exchange_with_neighbours(
                    execution, *neighbours, neighbours->sources(AlongEdges::kAlltoallw, is_nonblocking),
                    [&](int place) { return leaving.of(place, const_cast<void*>(send)); },
                    [&](int place) { return coming.of(place, receive); });
            });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
