#include "causeway/interpose/planned/parts.hpp"
#include "causeway/interpose/planned/scheme_call.hpp"
#include "causeway/mpi/exchanged_blocks.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::interpose::planned {

int Alltoall(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
             MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept {
    if (send != MPI_IN_PLACE && (datatype == MPI_DATATYPE_NULL || count < 0)) {
        return calling.native();
    }
    datatype = calling.keep(datatype, send != MPI_IN_PLACE);
    receive_datatype = calling.keep(receive_datatype);
    return carry_out(
        collective::Operation::kAlltoall, comm, calling,
        [=](const CommunicatorState& state) {
            return asked_of_part(state.placement.num_processes(), 0, receive_count, receive_datatype);
        },
        [=](const Execution& execution) {
            std::vector<mpi::BufferDescription> to;
            std::vector<mpi::BufferDescription> from;
            for (int rank = 0; rank < execution.size; ++rank) {
                from.push_back(part_of(receive, receive_count, receive_datatype, rank));
            }
            if (send == MPI_IN_PLACE) {
                // What leaves is kept aside, packed, as what comes takes its place.
                const auto size = size_of(from.front()).value();
                std::byte* const kept = mpi::Scratch::at_least(execution.scratch.data, execution.size * size);
                for (int rank = 0; rank < execution.size; ++rank) {
                    to.push_back({kept + rank * size, size, MPI_BYTE});
                    mpi::pack(from[static_cast<std::size_t>(rank)], kept + rank * size, execution.comm);
                }
            } else {
                for (int rank = 0; rank < execution.size; ++rank) {
                    to.push_back(part_of(const_cast<void*>(send), count, datatype, rank));
                }
                copy(to[static_cast<std::size_t>(execution.rank)], from[static_cast<std::size_t>(execution.rank)]);
            }
            return Work{std::make_unique<mpi::ExchangedBlocks>(std::move(to), std::move(from))};
        });
}

}  // namespace causeway::interpose::planned
