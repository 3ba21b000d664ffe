/// MPI_Gatherv: parts whose sizes the root alone knows, so that these go ahead.
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/calls/sizes_first.hpp"

namespace causeway::calls {

int Gatherv(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, Counts receive_counts,
            Displacements displacements, MPI_Datatype receive_datatype, int root, MPI_Comm comm,
            const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {  // a rank is no root by its number, and has no parts to look at
        return passed_between(comm, calling);
    }
    const bool is_root = is_this_rank(root, comm);
    const bool is_own_sent = !is_root || send != MPI_IN_PLACE;
    if ((is_own_sent && is_refused_side({const_cast<void*>(send), count, datatype})) ||
        (is_root &&
         are_refused_parts(receive, mpi::num_parts_of(comm), receive_counts, displacements, receive_datatype))) {
        return calling.native();
    }
    if (is_root && count > 0 && receive_counts[root] > 0 &&
        is_own_part_refused(send, datatype, receive, receive_datatype, displacements[root])) {
        return calling.native();
    }
    datatype = calling.keep(datatype, is_own_sent);
    receive_datatype = calling.keep(receive_datatype, is_root);
    HostCopies copies;
    send = is_own_sent ? copies.read(send, count, datatype) : send;
    receive = is_root ? copies.written_parts(receive, receive_counts, displacements, receive_datatype, comm) : receive;
    const RootedParts parts{.is_root = is_root,
                            .own = {const_cast<void*>(send), count, datatype},
                            .is_own_there = !is_own_sent,
                            .of_rank = [=](int rank) {
                                return displaced(receive, displacements[rank], receive_counts[rank], receive_datatype);
                            }};
    return carry_out(
        scheme::Operation::kGather, comm, calling,
        [&](const CommunicatorState& state) { return asked_of_unknown_parts(state, parts, root, Direction::kToRoot); },
        [=](const Execution& execution) {
            return copies.around([&] { return after_sizes(execution, parts, root, Direction::kToRoot); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
