#include "causeway/interpose/planned/parts.hpp"
#include "causeway/interpose/planned/scheme_call.hpp"
#include "causeway/mpi/owned_blocks.hpp"

namespace causeway::interpose::planned {

int Gather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
           MPI_Datatype receive_datatype, int root, MPI_Comm comm, const Calling& calling) noexcept {
    if (is_left_alone(comm)) {
        return calling.native();
    }
    const bool is_root = is_this_rank(root, comm);
    datatype = calling.keep(datatype, !is_root || send != MPI_IN_PLACE);
    receive_datatype = calling.keep(receive_datatype, is_root);
    const auto asked = [=](const CommunicatorState& state) -> std::optional<Asked> {
        if (root < 0 || root >= state.placement.num_processes()) {
            return std::nullopt;
        }
        // What the root receives from each is what each sends.
        return is_root ? asked_of_part(state.placement.num_processes(), root, receive_count, receive_datatype)
                       : asked_of_part(state.placement.num_processes(), root, count, datatype);
    };
    return carry_out(collective::Operation::kGather, comm, calling, asked, [=](const Execution& execution) {
        schedule::BlockSizes sizes =
            equal_sizes(execution, is_root ? size_of({nullptr, receive_count, receive_datatype})
                                           : size_of({nullptr, count, datatype}));
        const schedule::BlockRange own = execution.built.of_process[static_cast<std::size_t>(execution.rank)];
        auto data = std::make_unique<mpi::OwnedBlocks>(std::move(sizes), execution.touched(own), execution.comm,
                                                       execution.scratch);
        if (!is_root) {
            data->put(own, {const_cast<void*>(send), count, datatype});
        } else {
            for (int rank = 0; rank < execution.size; ++rank) {
                const mpi::BufferDescription part = part_of(receive, receive_count, receive_datatype, rank);
                if (rank != root) {
                    data->expect(execution.built.of_process[static_cast<std::size_t>(rank)], part);
                } else if (send != MPI_IN_PLACE) {
                    copy({const_cast<void*>(send), count, datatype}, part);
                }
            }
        }
        return Work{std::move(data)};
    });
}

}  // namespace causeway::interpose::planned
