/// MPI_Alltoall as work on blocks: those of each pair of processes, all of one size.
#include "causeway/calls/host_copies.hpp"
#include "causeway/calls/parts.hpp"
#include "causeway/calls/refused_side.hpp"
#include "causeway/calls/same_place.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/exchanged_blocks.hpp"
#include "causeway/mpi/owned_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// All that a process has, in place: what leaves is kept aside. More is for the MPI library, which exchanges it part by
/// part.
constexpr Bytes kMostInPlace{2 << 20};

using Parts = std::vector<mpi::BufferDescription>;  // [process]

/// Whether every message is what one process has for another, all of it.
bool is_direct(const Execution& execution) {
    return execution.built.exchanges.num_parts() == 1 &&
           std::none_of(execution.built.strands.begin(), execution.built.strands.end(), [&](const auto& strand) {
               schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(execution.rank)],
                                       execution.built.num_blocks);
               while (const auto operation = cursor.next()) {
                   if (operation->is_control()) {
                       continue;
                   }
                   const scheme::Exchange exchange = execution.built.exchanges[operation->blocks.first];
                   if (operation->blocks.count > 1 ||
                       (operation->is_send() ? exchange.from : exchange.to) != execution.rank) {
                       return true;
                   }
               }
               return false;
           });
}

/// Where nobody passes anything on: with whom this process exchanges each of its blocks.
std::vector<mpi::ExchangedBlock> whole_parts(const Execution& execution) {
    const scheme::Exchanges& exchanges = execution.built.exchanges;
    std::vector<mpi::ExchangedBlock> blocks;
    for (int b = 0; b < exchanges.size(); ++b) {
        const scheme::Exchange exchange = exchanges[b];
        blocks.push_back({.peer = exchange.from == execution.rank ? exchange.to : exchange.from});
    }
    return blocks;
}

/// Where the blocks stand in memory that this rank's programs deal with.
schedule::BlockSizes sizes_of_blocks(const Execution& execution, Bytes part) {
    const scheme::Exchanges& exchanges = execution.built.exchanges;
    schedule::BlockSizes sizes;
    for (int b = 0; b < exchanges.size(); ++b) {
        sizes.starts.push_back(sizes.total);
        sizes.total = sizes.total + std::min(execution.block, part - exchanges[b].part * execution.block);
    }
    sizes.starts.push_back(sizes.total);
    return sizes;
}

/// Blocks that are cut or relayed.
std::unique_ptr<mpi::BlockData> in_parts(const Execution& execution, const Parts& to, const Parts& from,
                                         mpi::OwnedBlocks::Kept kept) {
    const scheme::Built& built = execution.built;
    auto data = std::make_unique<mpi::OwnedBlocks>(sizes_of_blocks(execution, size_of(from.front())),
                                                   schedule::BlockRange{0, built.num_blocks}, execution.scratch, kept);
    int parts = 0;
    for (int first = 0; first < built.num_blocks; first += parts) {
        const scheme::Exchange exchange = built.exchanges[first];
        const bool is_own = exchange.from == execution.rank || exchange.to == execution.rank;
        parts = is_own ? built.exchanges.num_parts() : 1;  // of what is passed on some parts may go another way
        if (exchange.from == execution.rank) {
            data->put({first, parts}, to[static_cast<std::size_t>(exchange.to)]);
        } else if (exchange.to == execution.rank) {
            data->expect({first, parts}, from[static_cast<std::size_t>(exchange.from)]);
        }
    }
    return data;
}

Work alltoall(const Execution& execution, const void* send, MPI_Count count, MPI_Datatype datatype, void* receive,
              MPI_Count receive_count, MPI_Datatype receive_datatype) {
    std::vector<mpi::BufferDescription> to;
    std::vector<mpi::BufferDescription> from;
    for (int rank = 0; rank < execution.size; ++rank) {
        from.push_back(part_of(receive, receive_count, receive_datatype, rank));
    }
    for (int rank = 0; rank < execution.size && send != MPI_IN_PLACE; ++rank) {
        to.push_back(part_of(const_cast<void*>(send), count, datatype, rank));
    }
    if (send != MPI_IN_PLACE) {
        copy(to[static_cast<std::size_t>(execution.rank)], from[static_cast<std::size_t>(execution.rank)]);
    }
    // What leaves its place before something else comes to it is kept aside, packed.
    if (!is_direct(execution)) {
        return Work{send == MPI_IN_PLACE ? in_parts(execution, from, from, mpi::OwnedBlocks::Kept::kAll)
                                         : in_parts(execution, to, from, mpi::OwnedBlocks::Kept::kOthers)};
    }
    if (send == MPI_IN_PLACE) {
        const mpi::DatatypeView datatype_of_parts(receive_datatype);
        const auto size = size_of(from.front()).value();
        std::byte* const kept = execution.scratch.data.at_least(execution.size * size);
        for (int rank = 0; rank < execution.size; ++rank) {
            to.push_back({kept + rank * size, size, MPI_BYTE});
            mpi::Payload(from[static_cast<std::size_t>(rank)], datatype_of_parts).pack(0, size, kept + rank * size);
        }
    }
    return Work{std::make_unique<mpi::ExchangedBlocks>(std::move(to), std::move(from), whole_parts(execution))};
}

}  // namespace

int Alltoall(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
             MPI_Datatype receive_datatype, MPI_Comm comm, const Calling& calling) noexcept try {
    const bool is_refused = kSameIsRefusedEverywhere && is_same_place(send, receive) && datatype == receive_datatype &&
                            count == receive_count;
    if (is_refused ||
        are_refused_sides({const_cast<void*>(send), count, datatype}, {receive, receive_count, receive_datatype})) {
        return calling.native();
    }
    datatype = calling.keep(datatype, send != MPI_IN_PLACE);
    receive_datatype = calling.keep(receive_datatype);
    HostCopies copies;
    send = copies.read_parts(send, count, datatype, comm);
    receive = copies.written_parts(receive, receive_count, receive_datatype, comm);
    return carry_out(
        scheme::Operation::kAlltoall, comm, calling,
        [=](const CommunicatorState& state) -> std::optional<Asked> {
            const int processes = state.group->placement.num_processes();
            const std::optional<Asked> asked = asked_of_part(processes, 0, receive_count, receive_datatype);
            if (asked && send == MPI_IN_PLACE && processes * asked->message > kMostInPlace) {
                return std::nullopt;
            }
            return asked;
        },
        [=](const Execution& execution) {
            return copies.around(
                [&] { return alltoall(execution, send, count, datatype, receive, receive_count, receive_datatype); });
        });
} catch (...) {
    return raised(comm);
}

}  // namespace causeway::calls
