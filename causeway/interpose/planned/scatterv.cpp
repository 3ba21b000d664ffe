#include "causeway/interpose/planned/parts.hpp"
#include "causeway/interpose/planned/scheme_call.hpp"
#include "causeway/interpose/planned/sizes_first.hpp"
#include "causeway/mpi/owned_blocks.hpp"

namespace causeway::interpose::planned {

int Scatterv(const void* send, Counts counts, Displacements displacements, MPI_Datatype datatype, void* receive,
             MPI_Count receive_count, MPI_Datatype receive_datatype, int root, MPI_Comm comm,
             const Calling& calling) noexcept {
    if (is_left_alone(comm)) {
        return calling.native();
    }
    const bool is_root = is_this_rank(root, comm);
    const bool is_own_received = !is_root || receive != MPI_IN_PLACE;
    if ((is_own_received && (receive_count < 0 || receive_datatype == MPI_DATATYPE_NULL)) ||
        (is_root && (counts.is_null() || displacements.is_null() || datatype == MPI_DATATYPE_NULL))) {
        return calling.native();
    }
    datatype = calling.keep(datatype, is_root);
    receive_datatype = calling.keep(receive_datatype, is_own_received);
    const mpi::BufferDescription own{receive, receive_count, receive_datatype};
    const auto part_of_rank = [=](int rank) {
        return displaced(const_cast<void*>(send), displacements[rank], counts[rank], datatype);
    };
    const auto make = [=](const Execution& execution, const std::vector<Bytes>& parts) {
        const auto block_of = [&](int rank) { return execution.built.of_process[static_cast<std::size_t>(rank)]; };
        auto data = std::make_unique<mpi::OwnedBlocks>(unequal_sizes(execution, parts),
                                                       execution.touched(block_of(execution.rank)), execution.comm,
                                                       execution.scratch);
        if (!is_root) {
            data->expect(block_of(execution.rank), own);
            return data;
        }
        for (int rank = 0; rank < execution.size; ++rank) {
            if (rank != root) {
                data->put(block_of(rank), part_of_rank(rank));
            } else if (is_own_received) {
                copy(part_of_rank(rank), own);
            }
        }
        return data;
    };
    return carry_out(
        collective::Operation::kScatter, comm, calling,
        [&](const CommunicatorState& state) { return asked_of_unknown_parts(state.placement.num_processes(), root); },
        [&](const Execution& execution) {
            std::vector<std::optional<Bytes>> known(static_cast<std::size_t>(execution.size));
            for (int rank = 0; rank < execution.size && is_root; ++rank) {
                known[static_cast<std::size_t>(rank)] = size_of(part_of_rank(rank));
            }
            if (!is_root) {
                known[static_cast<std::size_t>(execution.rank)] = size_of(own);
            }
            return after_sizes(execution, known, make);
        });
}

}  // namespace causeway::interpose::planned
