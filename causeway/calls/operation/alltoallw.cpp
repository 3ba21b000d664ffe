/// MPI_Alltoallw: sizes and datatypes of which each process knows its own alone.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/calls/uneven_exchange.hpp"
#include "causeway/mpi/communicator.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// One side's parts of all ranks, in a buffer that begins where this says.
class PartsByType {
public:
    PartsByType(const Counts& counts, const Displacements& displacements, std::vector<MPI_Datatype> datatypes)
        : counts_(counts), displacements_(displacements), datatypes_(std::move(datatypes)) {}

    [[nodiscard]] mpi::BufferDescription of(int rank, void* buffer) const {
        return {static_cast<std::byte*>(buffer) + displacements_[rank], counts_[rank],
                datatypes_[static_cast<std::size_t>(rank)]};
    }

    [[nodiscard]] HostCopies::Parts all(void* buffer) const {
        HostCopies::Parts parts;
        for (std::size_t rank = 0; rank < datatypes_.size(); ++rank) {
            parts.push_back(of(static_cast<int>(rank), buffer));
        }
        return parts;
    }

private:
    Counts counts_;
    Displacements displacements_;
    std::vector<MPI_Datatype> datatypes_;
};

/// Where there is nothing of it, the program need not give a datatype (MPICH).
std::vector<MPI_Datatype> values_of(const Datatypes& datatypes, const Counts& counts, MPI_Comm comm) {
    std::vector<MPI_Datatype> values;
    for (int rank = 0; rank < mpi::size_of(comm); ++rank) {
        values.push_back(counts[rank] == 0 ? MPI_BYTE : datatypes[rank]);
    }
    return values;
}

bool has_null(const std::vector<MPI_Datatype>& datatypes) {
    return std::find(datatypes.begin(), datatypes.end(), MPI_DATATYPE_NULL) != datatypes.end();
}

/// To be used in their place (Calling::keep).
std::vector<MPI_Datatype> kept(std::vector<MPI_Datatype> datatypes, const Calling& calling) {
    std::transform(datatypes.begin(), datatypes.end(), datatypes.begin(),
                   [&](MPI_Datatype datatype) { return calling.keep(datatype); });
    return datatypes;
}

}  // namespace

int Alltoallw(const void* send, Counts counts, Displacements displacements, Datatypes datatypes, void* receive,
              Counts receive_counts, Displacements receive_displacements, Datatypes receive_datatypes, MPI_Comm comm,
              const Calling& calling) noexcept try {
    if (send == MPI_IN_PLACE || are_refused(counts, displacements, comm) ||
        are_refused(receive_counts, receive_displacements, comm) || datatypes.is_null() ||
        receive_datatypes.is_null()) {
        return calling.native();
    }
    const std::vector<MPI_Datatype> types = values_of(datatypes, counts, comm);
    const std::vector<MPI_Datatype> receive_types = values_of(receive_datatypes, receive_counts, comm);
    if (has_null(types) || has_null(receive_types)) {
        return calling.native();
    }
    const PartsByType to(counts, displacements, kept(types, calling));
    const PartsByType from(receive_counts, receive_displacements, kept(receive_types, calling));
    HostCopies copies;
    send = copies.read_parts(send, [&] { return to.all(const_cast<void*>(send)); });
    receive = copies.written_parts(receive, [&] { return from.all(receive); });
    return carry_out(
        scheme::Operation::kAlltoall, comm, calling,
        [](const CommunicatorState&) { return asked_of_uneven_exchange(); },
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
