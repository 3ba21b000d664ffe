#include "causeway/interpose/planned/execution.hpp"
#include "causeway/interpose/planned/parts.hpp"
#include "causeway/mpi/owned_blocks.hpp"

namespace causeway::interpose::planned {

int Scatter(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
            MPI_Datatype receive_datatype, int root, MPI_Comm comm, NativeCall native) noexcept {
    const auto asked = [&](const CommunicatorState& state) -> std::optional<Asked> {
        if (root < 0 || root >= state.placement.num_processes()) {
            return std::nullopt;
        }
        // What the root sends to each is what each receives.
        return state.rank == root
                   ? asked_of_part(state.placement.num_processes(), root, count, datatype)
                   : asked_of_part(state.placement.num_processes(), root, receive_count, receive_datatype);
    };
    return carry_out(collective::Operation::kScatter, comm, native, asked, [&](const Execution& execution) {
        const schedule::BlockSizes sizes =
            equal_sizes(execution, execution.rank == root ? size_of({nullptr, count, datatype})
                                                          : size_of({nullptr, receive_count, receive_datatype}));
        const schedule::BlockRange own = execution.built.of_process[static_cast<std::size_t>(execution.rank)];
        mpi::OwnedBlocks data(sizes, execution.touched(own), execution.comm(), execution.scratch());
        if (execution.rank != root) {
            data.expect(own, {receive, receive_count, receive_datatype});
        } else {
            for (int rank = 0; rank < execution.size(); ++rank) {
                const mpi::BufferDescription part = part_of(const_cast<void*>(send), count, datatype, rank);
                if (rank != root) {
                    data.put(execution.built.of_process[static_cast<std::size_t>(rank)], part);
                } else if (receive != MPI_IN_PLACE) {
                    copy(part, {receive, receive_count, receive_datatype});
                }
            }
        }
        execution.run(data);
    });
}

}  // namespace causeway::interpose::planned
