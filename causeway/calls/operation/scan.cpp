/// MPI_Scan and MPI_Exscan as work on blocks of elements that are combined.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/reduction.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/scan_blocks.hpp"

#include <memory>
#include <optional>

namespace causeway::calls {

namespace {

mpi::ScanUse use_of(const Execution& execution, const schedule::ScanBlocks& blocks) {
    mpi::ScanUse use;
    execution.for_own_actions([&](const schedule::Action& action) {
        const bool are_totals = action.blocks.first >= blocks.totals.first;
        bool& is_used = action.is_send() ? (are_totals ? use.sends_totals : use.sends_results)
                                         : (are_totals ? use.receives_totals : use.receives_results);
        is_used = true;
    });
    return use;
}

Work scan(const Execution& execution, const mpi::ReductionArguments& arguments, mpi::ScanKind kind) {
    if (!execution.built.of_process.empty()) {
        return gathered_reduction(execution, arguments,
                                  kind == mpi::ScanKind::kInclusive ? execution.rank : execution.rank - 1);
    }
    const schedule::ScanBlocks blocks = schedule::scan_blocks(execution.built.num_blocks);
    return {std::make_unique<mpi::ScanBlocks>(
        kind, arguments, mpi::equal_runs(arguments.count, elements_per_block(execution, arguments.datatype)),
        use_of(execution, blocks), execution.scratch)};
}

int carry_out_scan(mpi::ScanKind kind, const void* send, void* receive, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op, MPI_Comm comm, const Calling& calling) noexcept try {
    // The first of an exclusive scan gets nothing; where Open MPI does not look at that, it may be anything.
    const bool is_got_looked_at =
        kSameIsRefusedEverywhere || kind == mpi::ScanKind::kInclusive || !is_this_rank(0, comm);
    if (!is_plain_reduction(count, datatype, op, calling) ||
        (is_got_looked_at ? are_refused_sides({const_cast<void*>(send), count, datatype}, {receive, count, datatype})
                          : send != MPI_IN_PLACE && is_refused_side({const_cast<void*>(send), count, datatype})) ||
        (kSameIsRefusedEverywhere && is_same_place(send, receive))) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    HostCopies copies;
    send = copies.read(send, count, datatype);
    receive = copies.written(receive, count, datatype);
    return carry_out(
        scheme::Operation::kScan, comm, calling,
        [=](const CommunicatorState& state) {
            std::optional<Asked> asked = asked_of_reduction(state, count, datatype, op, 0);
            if (asked) {
                asked->form = kind == mpi::ScanKind::kExclusive ? Form::kExclusive : Form::kPlain;
                asked->in_rank_order = false;  // all are
            }
            return asked;
        },
        [=](const Execution& execution) {
            return copies.around([&] { return scan(execution, {send, receive, count, datatype, op, true}, kind); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace

int Scan(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
         const Calling& calling) noexcept {
    return carry_out_scan(mpi::ScanKind::kInclusive, send, receive, count, datatype, op, comm, calling);
}

int Exscan(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
           const Calling& calling) noexcept {
    return carry_out_scan(mpi::ScanKind::kExclusive, send, receive, count, datatype, op, comm, calling);
}

}  // namespace causeway::calls
