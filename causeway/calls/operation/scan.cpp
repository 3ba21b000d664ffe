#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/reduction.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/scan_blocks.hpp"

#include <memory>

namespace causeway::calls {

namespace {

using Results = mpi::ScanBlocks::Results;

Work scan(const Execution& execution, const mpi::ReductionArguments& arguments, Results results) {
    const schedule::ScanBlocks blocks = schedule::scan_blocks(execution.built.num_blocks);
    bool are_totals_sent = false;
    bool are_totals_received = false;
    for (const schedule::Schedule& strand : execution.built.strands) {
        schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(execution.rank)], execution.built.num_blocks);
        while (const auto action = cursor.next()) {
            if (action->blocks.first >= blocks.totals.first) {
                (action->is_send() ? are_totals_sent : are_totals_received) = true;
            }
        }
    }
    return {std::make_unique<mpi::ScanBlocks>(
        arguments, mpi::equal_runs(arguments.count, elements_per_block(execution, arguments.datatype)), results,
        are_totals_sent, are_totals_received, execution.scratch)};
}

int carry_out_scan(scheme::Operation operation, Results results, const void* send, void* receive, MPI_Count count,
                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, const Calling& calling) noexcept try {
    if (!is_plain_reduction(count, datatype, op, calling, OperandOrder::kOfRanks) ||
        (kSameIsRefusedEverywhere && is_same_place(send, receive))) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    HostCopies copies;
    send = copies.read(send, count, datatype);
    receive = copies.written(receive, count, datatype);
    return carry_out(
        operation, comm, calling,
        [=](const CommunicatorState& state) { return asked_of_reduction(state, count, datatype, op, 0); },
        [=](const Execution& execution) {
            return copies.around([&] { return scan(execution, {send, receive, count, datatype, op, true}, results); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace

int Scan(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
         const Calling& calling) noexcept {
    return carry_out_scan(scheme::Operation::kScan, Results::kWithOwn, send, receive, count, datatype, op, comm,
                          calling);
}

int Exscan(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
           const Calling& calling) noexcept {
    return carry_out_scan(scheme::Operation::kExscan, Results::kWithoutOwn, send, receive, count, datatype, op, comm,
                          calling);
}

}  // namespace causeway::calls
