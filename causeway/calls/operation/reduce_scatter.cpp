/// MPI_Reduce_scatter and MPI_Reduce_scatter_block as work on blocks of elements that are combined.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/reduction.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/reduction_blocks.hpp"

#include <cstdint>
#include <vector>

namespace causeway::calls {

namespace {

/// Whether what this rank sends and receives in one message always stands in a row in the program's memory.
bool are_messages_in_a_row(const Execution& execution, const std::vector<mpi::ElementRun>& runs) {
    bool result = true;
    execution.for_own_actions(
        [&](const schedule::Action& action) { result = result && mpi::follow_each_other(runs, action.blocks); });
    return result;
}

/// `counts`: elements of each process's part of the result, [rank].
Work reduce_scatter(const Execution& execution, const void* send, void* receive, const std::vector<MPI_Count>& counts,
                    MPI_Datatype datatype, MPI_Op op) {
    std::vector<mpi::ElementRun> runs(static_cast<std::size_t>(execution.built.num_blocks));
    std::int64_t total = 0;
    for (int rank = 0; rank < execution.size; ++rank) {
        const std::int64_t count = counts[static_cast<std::size_t>(rank)];
        const schedule::BlockRange blocks = execution.built.of_process[static_cast<std::size_t>(rank)];
        // However much a process gets, it is cut into as many blocks: what is under way is little of it then.
        for (int b = 0; b < blocks.count; ++b) {
            const std::int64_t first = count * b / blocks.count;
            const std::int64_t end = count * (b + 1) / blocks.count;
            runs[static_cast<std::size_t>(blocks.first + b)] = {total + first, end - first};
        }
        total += count;
    }
    // The whole vector is combined in memory of our own, as the result's place has room for a part of it only; or in
    // place, where the contribution stands, if messages allow it: what the place holds beside the result is anybody's.
    const bool is_in_place = send == MPI_IN_PLACE || is_same_place(send, receive);
    const bool is_combined_in_place = is_in_place && are_messages_in_a_row(execution, runs);
    auto data = std::make_unique<mpi::ReductionBlocks>(
        mpi::ReductionArguments{is_in_place ? MPI_IN_PLACE : send, receive, total, datatype, op, is_combined_in_place,
                                rank_in_order(op, execution)},
        std::move(runs), true, execution.scratch);
    mpi::ReductionBlocks& combined = *data;
    combined.want(execution.built.of_process[static_cast<std::size_t>(execution.rank)], receive);
    return {std::move(data), [&combined] {
                combined.give();
                return Work();
            }};
}

struct NumElements {
    MPI_Count all = 0;
    MPI_Count own = 0;
};

NumElements elements_of_ranks(const Counts& counts, MPI_Comm comm) {
    NumElements elements;
    for (int rank = 0; rank < mpi::size_of(comm); ++rank) {
        elements.all += counts[rank];
    }
    elements.own = counts[mpi::rank_of(comm)];
    return elements;
}

}  // namespace

int Reduce_scatter(const void* send, void* receive, Counts counts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                   const Calling& calling) noexcept try {
    if (counts.is_null() || !is_plain_reduction(1, datatype, op, calling) ||
        (kSameIsRefusedEverywhere && is_same_place(send, receive))) {
        return calling.native();
    }
    const NumElements elements = elements_of_ranks(counts, comm);
    if (are_refused_sides({const_cast<void*>(send), elements.all, datatype}, {receive, elements.own, datatype})) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    HostCopies copies;
    if (copies.is_needed()) {
        send = copies.read(send, elements.all, datatype);
        receive = copies.written(receive, send == MPI_IN_PLACE ? elements.all : elements.own, datatype);
    }
    return carry_out(
        scheme::Operation::kReduceScatter, comm, calling,
        [=](const CommunicatorState& state) -> std::optional<Asked> {
            std::optional<Asked> asked = asked_of_parts(state.group->placement.num_processes(), counts, datatype);
            if (const auto reduction = asked_of_reduction(state, 1, datatype, op, 0); asked && reduction) {
                asked->element = reduction->element;
                asked->may_be_cut = true;
                asked->is_exact = reduction->is_exact;
                asked->in_rank_order = reduction->in_rank_order;
                return asked;
            }
            return std::nullopt;
        },
        [=](const Execution& execution) {
            std::vector<MPI_Count> all;
            for (int rank = 0; rank < execution.size; ++rank) {
                all.push_back(counts[rank]);
            }
            return copies.around([&] { return reduce_scatter(execution, send, receive, all, datatype, op); });
        });
} catch (...) {
    return raised(comm);
}

int Reduce_scatter_block(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
                         MPI_Comm comm, const Calling& calling) noexcept try {
    if (!is_plain_reduction(count, datatype, op, calling) ||
        are_refused_sides({const_cast<void*>(send), count, datatype}, {receive, count, datatype}) ||
        (kSameIsRefusedEverywhere && is_same_place(send, receive))) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    HostCopies copies;
    send = copies.read_parts(send, count, datatype, comm);
    receive = send == MPI_IN_PLACE ? copies.written_parts(receive, count, datatype, comm)
                                   : copies.written(receive, count, datatype);
    return carry_out(
        scheme::Operation::kReduceScatter, comm, calling,
        [=](const CommunicatorState& state) -> std::optional<Asked> {
            if (!asked_of_part(state.group->placement.num_processes(), 0, count, datatype)) {
                return std::nullopt;
            }
            return asked_of_reduction(state, count, datatype, op, 0);
        },
        [=](const Execution& execution) {
            const std::vector<MPI_Count> all(static_cast<std::size_t>(execution.size), count);
            return copies.around([&] { return reduce_scatter(execution, send, receive, all, datatype, op); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
