/// MPI_Bcast as work on the blocks of the root's message.
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/mpi/stream_blocks.hpp"

#include <memory>

namespace causeway::calls {

int Bcast(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
          const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {
        if (const auto code = carried_out_between(
                scheme::Operation::kBroadcast, comm, calling,
                [&](BetweenGroups& groups) { return groups.bcast(buffer, count, datatype, root, calling.native); })) {
            return *code;
        }
    }
    // Arguments that the MPI library must see, to complain or to do nothing.
    if (count == 0 || root < 0 || is_refused_side({buffer, count, datatype})) {
        return calling.native();
    }
    datatype = calling.keep(datatype);
    HostCopies copies;
    void* const place = is_this_rank(root, comm) ? const_cast<void*>(copies.read(buffer, count, datatype))
                                                 : copies.written(buffer, count, datatype);
    const mpi::BufferDescription data{place, count, datatype};
    const auto asked = [&](const CommunicatorState& state) -> std::optional<Asked> {
        if (root >= state.group->placement.num_processes()) {
            return std::nullopt;
        }
        return Asked{.root = root, .message = mpi::packed_size(data)};
    };
    return carry_out(scheme::Operation::kBroadcast, comm, calling, asked, [=](const Execution& execution) {
        return copies.around([&] {
            return Work{std::make_unique<mpi::StreamBlocks>(data, execution.built.num_blocks, execution.block,
                                                            execution.scratch)};
        });
    });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
