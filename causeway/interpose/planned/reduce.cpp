#include "causeway/interpose/planned/reduction.hpp"
#include "causeway/interpose/planned/scheme_call.hpp"
#include "causeway/mpi/reduction_blocks.hpp"

namespace causeway::interpose::planned {

int Reduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
           const Calling& calling) noexcept {
    if (!is_plain_reduction(count, datatype, op, calling) || root < 0) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    return carry_out(
        collective::Operation::kReduce, comm, calling,
        [=](const CommunicatorState& state) { return asked_of_reduction(state, count, datatype, op, root); },
        [=](const Execution& execution) {
            void* const result = execution.rank == root ? receive : nullptr;
            return Work{
                std::make_unique<mpi::ReductionBlocks>(mpi::ReductionArguments{send, result, count, datatype, op},
                                                       mpi::equal_runs(count, elements_per_block(execution, datatype)),
                                                       execution.receives(), execution.scratch)};
        });
}

int Allreduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
              const Calling& calling) noexcept {
    if (!is_plain_reduction(count, datatype, op, calling)) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    return carry_out(
        collective::Operation::kAllreduce, comm, calling,
        [=](const CommunicatorState& state) { return asked_of_reduction(state, count, datatype, op, 0); },
        [=](const Execution& execution) {
            return Work{std::make_unique<mpi::ReductionBlocks>(
                mpi::ReductionArguments{send, receive, count, datatype, op},
                mpi::equal_runs(count, elements_per_block(execution, datatype)), true, execution.scratch)};
        });
}

}  // namespace causeway::interpose::planned
