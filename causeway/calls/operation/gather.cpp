/// MPI_Gather as work on blocks: each process's part is a run of blocks of its own.
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"

#include <utility>

namespace causeway::calls {

int Gather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
           MPI_Datatype receive_datatype, int root, MPI_Comm comm, const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {
        if (const auto code =
                carried_out_between(scheme::Operation::kGather, comm, calling, [&](BetweenGroups& groups) {
                    return groups.gather({const_cast<void*>(send), count, datatype},
                                         {receive, receive_count, receive_datatype}, root, calling.native);
                })) {
            return *code;
        }
        return passed_between(comm, calling);
    }
    const bool is_root = is_this_rank(root, comm);
    const bool is_own_sent = !is_root || send != MPI_IN_PLACE;
    if ((is_own_sent && is_refused_side({const_cast<void*>(send), count, datatype})) ||
        (is_root && is_refused_side({receive, receive_count, receive_datatype}))) {
        return calling.native();
    }
    if (is_root && count == receive_count && count > 0 &&
        is_own_part_refused(send, datatype, receive, receive_datatype, root * static_cast<MPI_Aint>(count))) {
        return calling.native();
    }
    datatype = calling.keep(datatype, is_own_sent);
    receive_datatype = calling.keep(receive_datatype, is_root);
    HostCopies copies;
    send = is_own_sent ? copies.read(send, count, datatype) : send;
    receive = is_root ? copies.written_parts(receive, receive_count, receive_datatype, comm) : receive;
    const RootedParts parts{
        .is_root = is_root,
        .own = {const_cast<void*>(send), count, datatype},
        .is_own_there = !is_own_sent,
        .of_rank = [=](int rank) { return part_of(receive, receive_count, receive_datatype, rank); }};
    const auto asked = [=](const CommunicatorState& state) -> std::optional<Asked> {
        if (root < 0 || root >= state.group->placement.num_processes()) {
            return std::nullopt;
        }
        // What the root receives from each is what each sends.
        return is_root ? asked_of_part(state.group->placement.num_processes(), root, receive_count, receive_datatype)
                       : asked_of_part(state.group->placement.num_processes(), root, count, datatype);
    };
    return carry_out(scheme::Operation::kGather, comm, calling, asked, [=](const Execution& execution) {
        schedule::BlockSizes sizes =
            equal_sizes(execution, is_root ? size_of({nullptr, receive_count, receive_datatype})
                                           : size_of({nullptr, count, datatype}));
        return copies.around([&] { return Work{gathered(execution, std::move(sizes), parts)}; });
    });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
