/// MPI_Scatter as work on blocks: each process's part is a run of blocks of its own.
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"

#include <utility>

namespace causeway::calls {

int Scatter(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
            MPI_Datatype receive_datatype, int root, MPI_Comm comm, const Calling& calling) noexcept try {
    if (is_intercommunicator(comm)) {
        if (const auto code =
                carried_out_between(scheme::Operation::kScatter, comm, calling, [&](BetweenGroups& groups) {
                    return groups.scatter({const_cast<void*>(send), count, datatype},
                                          {receive, receive_count, receive_datatype}, root, calling.native);
                })) {
            return *code;
        }
        return passed_between(comm, calling);
    }
    const bool is_root = is_this_rank(root, comm);
    const bool is_own_received = !is_root || receive != MPI_IN_PLACE;
    if ((is_own_received && is_refused_side({receive, receive_count, receive_datatype})) ||
        (is_root && is_refused_side({const_cast<void*>(send), count, datatype}))) {
        return calling.native();
    }
    if (is_root && count == receive_count && count > 0 &&
        is_own_part_refused(receive, receive_datatype, send, datatype, root * static_cast<MPI_Aint>(count))) {
        return calling.native();
    }
    datatype = calling.keep(datatype, is_root);
    receive_datatype = calling.keep(receive_datatype, is_own_received);
    HostCopies copies;
    send = is_root ? copies.read_parts(send, count, datatype, comm) : send;
    receive = is_own_received ? copies.written(receive, receive_count, receive_datatype) : receive;
    const RootedParts parts{
        .is_root = is_root,
        .own = {receive, receive_count, receive_datatype},
        .is_own_there = !is_own_received,
        .of_rank = [=](int rank) { return part_of(const_cast<void*>(send), count, datatype, rank); }};
    const auto asked = [=](const CommunicatorState& state) -> std::optional<Asked> {
        if (root < 0 || root >= state.group->placement.num_processes()) {
            return std::nullopt;
        }
        // What the root sends to each is what each receives.
        return is_root ? asked_of_part(state.group->placement.num_processes(), root, count, datatype)
                       : asked_of_part(state.group->placement.num_processes(), root, receive_count, receive_datatype);
    };
    return carry_out(scheme::Operation::kScatter, comm, calling, asked, [=](const Execution& execution) {
        schedule::BlockSizes sizes =
            equal_sizes(execution, is_root ? size_of({nullptr, count, datatype})
                                           : size_of({nullptr, receive_count, receive_datatype}));
        return copies.around([&] { return Work{scattered(execution, std::move(sizes), parts)}; });
    });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
