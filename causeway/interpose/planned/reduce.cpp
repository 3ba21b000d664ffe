#include "causeway/interpose/planned/execution.hpp"
#include "causeway/interpose/planned/reduction.hpp"
#include "causeway/mpi/reduction_blocks.hpp"

namespace causeway::interpose::planned {

int Reduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
           NativeCall native) noexcept {
    if (!is_plain_reduction(count, datatype, op) || root < 0) {
        return native();
    }
    return carry_out(
        collective::Operation::kReduce, comm, native,
        [&](const CommunicatorState& state) { return asked_of_reduction(state, count, datatype, op, root); },
        [&](const Execution& execution) {
            void* const result = execution.rank == root ? receive : nullptr;
            mpi::ReductionBlocks data({send, result, count, datatype, op},
                                      mpi::equal_runs(count, elements_per_block(execution, datatype)),
                                      execution.receives(), execution.scratch());
            execution.run(data);
        });
}

int Allreduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
              NativeCall native) noexcept {
    if (!is_plain_reduction(count, datatype, op)) {
        return native();
    }
    return carry_out(
        collective::Operation::kAllreduce, comm, native,
        [&](const CommunicatorState& state) { return asked_of_reduction(state, count, datatype, op, 0); },
        [&](const Execution& execution) {
            mpi::ReductionBlocks data({send, receive, count, datatype, op},
                                      mpi::equal_runs(count, elements_per_block(execution, datatype)), true,
                                      execution.scratch());
            execution.run(data);
        });
}

}  // namespace causeway::interpose::planned
