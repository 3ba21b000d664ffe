/// MPI_Reduce and MPI_Allreduce as work on blocks of elements that are combined.
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/reduction.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/reduction_blocks.hpp"

namespace causeway::calls {

namespace {

Work reduction(const Execution& execution, const mpi::ReductionArguments& arguments) {
    if (!execution.built.of_process.empty()) {
        return gathered_reduction(execution, arguments, execution.size - 1);
    }
    auto data = std::make_unique<mpi::ReductionBlocks>(
        arguments, mpi::equal_runs(arguments.count, elements_per_block(execution, arguments.datatype)),
        arguments.has_result || execution.receives(), execution.scratch);
    if (!arguments.has_result) {
        return Work{std::move(data)};
    }
    mpi::ReductionBlocks& blocks = *data;
    return {std::move(data), [&blocks] {
                blocks.bring(blocks.all());
                return Work();
            }};
}

}  // namespace

int Reduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
           const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {
        if (const auto code =
                carried_out_between(scheme::Operation::kReduce, comm, calling, [&](BetweenGroups& groups) {
                    return groups.reduce(send, receive, count, datatype, op, root, calling.native);
                })) {
            return *code;
        }
    }
    const bool is_root = is_this_rank(root, comm);
    if (!is_plain_reduction(count, datatype, op, calling) || root < 0 ||
        (is_root ? are_refused_sides({const_cast<void*>(send), count, datatype}, {receive, count, datatype}) ||
                       is_same_place(send, receive)
                 : is_refused_side({const_cast<void*>(send), count, datatype}))) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    HostCopies copies;
    send = copies.read(send, count, datatype);
    receive = is_root ? copies.written(receive, count, datatype) : receive;
    return carry_out(
        scheme::Operation::kReduce, comm, calling,
        [=](const CommunicatorState& state) { return asked_of_reduction(state, count, datatype, op, root); },
        [=](const Execution& execution) {
            return copies.around([&] {
                return reduction(execution, {send, receive, count, datatype, op, execution.rank == root,
                                             rank_in_order(op, execution)});
            });
        });
} catch (...) {
    return raised(comm);
}

int Allreduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
              const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {
        if (const auto code =
                carried_out_between(scheme::Operation::kAllreduce, comm, calling, [&](BetweenGroups& groups) {
                    return groups.allreduce(send, receive, count, datatype, op, calling.native);
                })) {
            return *code;
        }
    }
    if (!is_plain_reduction(count, datatype, op, calling) ||
        are_refused_sides({const_cast<void*>(send), count, datatype}, {receive, count, datatype}) ||
        (is_same_place(send, receive) && count >= kLeastRefusedInAllreduce)) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    HostCopies copies;
    send = copies.read(send, count, datatype);
    receive = copies.written(receive, count, datatype);
    return carry_out(
        scheme::Operation::kAllreduce, comm, calling,
        [=](const CommunicatorState& state) { return asked_of_reduction(state, count, datatype, op, 0); },
        [=](const Execution& execution) {
            return copies.around([&] {
                return reduction(execution, {send, receive, count, datatype, op, true, rank_in_order(op, execution)});
            });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
