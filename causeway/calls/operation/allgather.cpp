/// MPI_Allgather and MPI_Allgatherv as work on blocks: each process's part is a run of blocks of its own.
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/owned_blocks.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/planner/shares.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::calls {

namespace {

/// `parts`: where each process's data goes in this rank's buffer, [rank].
Work allgather(const Execution& execution, const void* send, MPI_Count count, MPI_Datatype datatype,
               const std::vector<mpi::BufferDescription>& parts, schedule::BlockSizes sizes) {
    const auto blocks_of = [&](int rank) { return execution.built.of_process[static_cast<std::size_t>(rank)]; };
    auto data = std::make_unique<mpi::OwnedBlocks>(
        std::move(sizes), schedule::BlockRange{0, execution.built.num_blocks}, execution.scratch);
    for (int rank = 0; rank < execution.size; ++rank) {
        const mpi::BufferDescription& part = parts[static_cast<std::size_t>(rank)];
        if (rank != execution.rank) {
            data->expect(blocks_of(rank), part);
            continue;
        }
        if (send != MPI_IN_PLACE) {
            copy({const_cast<void*>(send), count, datatype}, part);
        }
        data->put(blocks_of(rank), part);
    }
    return Work{std::move(data)};
}

/// Whether this process gives from the place in which it gets its own part, `elements_before(rank)` into `receive`.
template <typename ElementsBefore>
bool is_refused(const void* send, MPI_Datatype datatype, const void* receive, MPI_Datatype receive_datatype,
                MPI_Comm comm, ElementsBefore elements_before) {
    int rank = 0;
    return PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS &&
           is_own_part_refused(send, datatype, receive, receive_datatype, elements_before(rank));
}

}  // namespace

int Allgather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
              MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {
        if (const auto code =
                carried_out_between(scheme::Operation::kAllgather, comm, calling, [&](BetweenGroups& groups) {
                    return groups.allgather({const_cast<void*>(send), count, datatype},
                                            {receive, receive_count, receive_datatype}, calling.native);
                })) {
            return *code;
        }
    }
    if (are_refused_sides({const_cast<void*>(send), count, datatype}, {receive, receive_count, receive_datatype}) ||
        (count == receive_count && is_refused(send, datatype, receive, receive_datatype, comm,
                                              [&](int rank) { return rank * static_cast<MPI_Aint>(count); }))) {
        return calling.native();
    }
    datatype = calling.keep(datatype, send != MPI_IN_PLACE);
    receive_datatype = calling.keep(receive_datatype);
    HostCopies copies;
    send = copies.read(send, count, datatype);
    receive = copies.written_parts(receive, receive_count, receive_datatype, comm);
    return carry_out(
        scheme::Operation::kAllgather, comm, calling,
        [=](const CommunicatorState& state) {
            return asked_of_part(state.group->placement.num_processes(), 0, receive_count, receive_datatype);
        },
        [=](const Execution& execution) {
            std::vector<mpi::BufferDescription> parts;
            for (int rank = 0; rank < execution.size; ++rank) {
                parts.push_back(part_of(receive, receive_count, receive_datatype, rank));
            }
            return copies.around([&] {
                return allgather(execution, send, count, datatype, parts,
                                 equal_sizes(execution, size_of({nullptr, receive_count, receive_datatype})));
            });
        });
} catch (...) {
    return raised(comm);
}

int Allgatherv(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, Counts receive_counts,
               Displacements displacements, MPI_Datatype receive_datatype, MPI_Comm comm,
               const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {  // whose parts are the other group's
        return passed_between(comm, calling);
    }
    if (are_refused_parts(receive, mpi::num_parts_of(comm), receive_counts, displacements, receive_datatype) ||
        (send != MPI_IN_PLACE && is_refused_side({const_cast<void*>(send), count, datatype})) ||
        (count != 0 &&
         is_refused(send, datatype, receive, receive_datatype, comm, [&](int rank) { return displacements[rank]; }))) {
        return calling.native();
    }
    datatype = calling.keep(datatype, send != MPI_IN_PLACE);
    receive_datatype = calling.keep(receive_datatype);
    HostCopies copies;
    send = copies.read(send, count, datatype);
    receive = copies.written_parts(receive, receive_counts, displacements, receive_datatype, comm);
    return carry_out(
        scheme::Operation::kAllgather, comm, calling,
        [=](const CommunicatorState& state) {
            std::optional<Asked> asked =
                asked_of_parts(state.group->placement.num_processes(), receive_counts, receive_datatype);
            if (asked) {
                asked->form = Form::kUneven;
                asked->may_be_cut = true;
                asked->shares = planner::shares_of_clusters(
                    state.group->placement, [&](int rank) -> std::int64_t { return receive_counts[rank]; });
            }
            return asked;
        },
        [=](const Execution& execution) {
            std::vector<mpi::BufferDescription> parts;
            std::vector<Bytes> part_sizes;
            for (int rank = 0; rank < execution.size; ++rank) {
                parts.push_back(displaced(receive, displacements[rank], receive_counts[rank], receive_datatype));
                part_sizes.push_back(size_of(parts.back()));
            }
            return copies.around([&] {
                return allgather(execution, send, count, datatype, parts,
                                 plan::block_sizes(execution.built, part_sizes));
            });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
