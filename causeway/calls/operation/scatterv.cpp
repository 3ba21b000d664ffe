/// MPI_Scatterv: parts whose sizes the root alone knows, so that these go ahead.
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/calls/sizes_first.hpp"

namespace causeway::calls {

int Scatterv(const void* send, Counts counts, Displacements displacements, MPI_Datatype datatype, void* receive,
             MPI_Count receive_count, MPI_Datatype receive_datatype, int root, MPI_Comm comm,
             const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {  // a rank is no root by its number, and has no parts to look at
        return passed_between(comm, calling);
    }
    const bool is_root = is_this_rank(root, comm);
    const bool is_own_received = !is_root || receive != MPI_IN_PLACE;
    if ((is_own_received && is_refused_side({receive, receive_count, receive_datatype})) ||
        (is_root && are_refused_parts(send, mpi::num_parts_of(comm), counts, displacements, datatype))) {
        return calling.native();
    }
    if (is_root && receive_count > 0 && counts[root] > 0 &&
        is_own_part_refused(receive, receive_datatype, send, datatype, displacements[root])) {
        return calling.native();
    }
    datatype = calling.keep(datatype, is_root);
    receive_datatype = calling.keep(receive_datatype, is_own_received);
    HostCopies copies;
    send = is_root ? copies.read_parts(send, counts, displacements, datatype, comm) : send;
    receive = is_own_received ? copies.written(receive, receive_count, receive_datatype) : receive;
    const RootedParts parts{.is_root = is_root,
                            .own = {receive, receive_count, receive_datatype},
                            .is_own_there = !is_own_received,
                            .of_rank = [=](int rank) {
                                return displaced(const_cast<void*>(send), displacements[rank], counts[rank], datatype);
                            }};
    return carry_out(
        scheme::Operation::kScatter, comm, calling,
        [&](const CommunicatorState& state) {
            return asked_of_unknown_parts(state, parts, root, Direction::kFromRoot);
        },
        [=](const Execution& execution) {
            return copies.around([&] { return after_sizes(execution, parts, root, Direction::kFromRoot); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
