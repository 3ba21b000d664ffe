#include "causeway/calls/parts.hpp"

#include "causeway/calls/same_place.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/owned_blocks.hpp"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace causeway::calls {

namespace {

/// Blocks are one message each, whose size is an int; combined, those of many processes are.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 30U;

}  // namespace

std::optional<Asked> asked_of_part(int num_processes, int root, MPI_Count count, MPI_Datatype datatype) {
    if (count < 0 || count > INT_MAX || datatype == MPI_DATATYPE_NULL) {
        return std::nullopt;
    }
    const Bytes part = size_of({nullptr, count, datatype});
    if (part.value() <= 0 || part.value() > kMostBytes / num_processes) {
        return std::nullopt;
    }
    return Asked{.root = root, .message = part};
}

std::optional<Asked> asked_of_parts(int num_processes, const Counts& counts, MPI_Datatype datatype) {
    if (datatype == MPI_DATATYPE_NULL) {
        return std::nullopt;
    }
    const std::int64_t element = size_of({nullptr, 1, datatype}).value();
    std::int64_t total = 0;
    for (int rank = 0; rank < num_processes; ++rank) {
        if (counts[rank] < 0 || counts[rank] > INT_MAX) {
            return std::nullopt;
        }
        total += counts[rank] * element;
    }
    if (total == 0 || total > kMostBytes) {
        return std::nullopt;
    }
    return Asked{.root = 0, .message = Bytes(base::num_parts(Bytes(total), Bytes(num_processes))), .may_be_cut = false};
}

bool are_refused_at(int num_places, const Counts& counts, const Displacements& displacements) {
    if (num_places > 0 && (counts.is_null() || displacements.is_null())) {
        return true;
    }
    for (int place = 0; place < num_places; ++place) {
        if (counts[place] < 0) {
            return true;
        }
    }
    return false;
}

bool are_same_and_some(int num_places, const Counts& counts, const Counts& others) {
    bool are_some = false;
    for (int place = 0; place < num_places; ++place) {
        if (counts[place] != others[place]) {
            return false;
        }
        are_some = are_some || counts[place] != 0;
    }
    return are_some;
}

Bytes mean_of_others(int num_processes, int own, PartOfRank part) {
    std::int64_t all = 0;
    for (int rank = 0; rank < num_processes; ++rank) {
        all += rank != own ? size_of(part(rank)).value() : 0;
    }
    return Bytes(all / std::max(1, num_processes - 1));
}

Bytes size_of(const mpi::BufferDescription& part) {
    return mpi::packed_size(part);
}

mpi::BufferDescription part_of(void* buffer, MPI_Count count, MPI_Datatype datatype, int rank) {
    return displaced(buffer, static_cast<MPI_Aint>(rank) * static_cast<MPI_Aint>(count), count, datatype);
}

mpi::BufferDescription displaced(void* buffer, MPI_Aint displacement, MPI_Count count, MPI_Datatype datatype) {
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    mpi::check(PMPI_Type_get_extent(datatype, &lower_bound, &extent), "MPI_Type_get_extent");
    return {static_cast<std::byte*>(buffer) + displacement * extent, count, datatype};
}

schedule::BlockSizes equal_sizes(const Execution& execution, Bytes part) {
    schedule::BlockSizes sizes;
    const int num_parts = execution.built.of_process.front().count;
    Bytes end;
    for (int b = 0; b < execution.built.num_blocks; ++b) {
        sizes.starts.push_back(end);
        end = end + std::min(execution.block, part - (b % num_parts) * execution.block);
    }
    sizes.starts.push_back(end);
    sizes.total = end;
    return sizes;
}

namespace {

schedule::BlockRange blocks_of(const Execution& execution, int rank) {
    return execution.built.of_process[static_cast<std::size_t>(rank)];
}

std::unique_ptr<mpi::OwnedBlocks> touched_blocks(const Execution& execution, schedule::BlockSizes sizes) {
    return std::make_unique<mpi::OwnedBlocks>(std::move(sizes), execution.touched(blocks_of(execution, execution.rank)),
                                              execution.scratch);
}

}  // namespace

std::unique_ptr<mpi::BlockData> gathered(const Execution& execution, schedule::BlockSizes sizes,
                                         const RootedParts& parts) {
    auto data = touched_blocks(execution, std::move(sizes));
    if (!parts.is_root) {
        data->put(blocks_of(execution, execution.rank), parts.own);
        return data;
    }
    for (int rank = 0; rank < execution.size; ++rank) {
        if (rank != execution.rank) {
            data->expect(blocks_of(execution, rank), parts.of_rank(rank));
        } else if (!parts.is_own_there) {
            copy(parts.own, parts.of_rank(rank));
        }
    }
    return data;
}

std::unique_ptr<mpi::BlockData> scattered(const Execution& execution, schedule::BlockSizes sizes,
                                          const RootedParts& parts) {
    auto data = touched_blocks(execution, std::move(sizes));
    if (!parts.is_root) {
        data->expect(blocks_of(execution, execution.rank), parts.own);
        return data;
    }
    for (int rank = 0; rank < execution.size; ++rank) {
        if (rank != execution.rank) {
            data->put(blocks_of(execution, rank), parts.of_rank(rank));
        } else if (!parts.is_own_there) {
            copy(parts.of_rank(rank), parts.own);
        }
    }
    return data;
}

void copy(const mpi::BufferDescription& from, const mpi::BufferDescription& to) {
    if (!is_same_place(from.address, to.address) || from.count != to.count || from.datatype != to.datatype) {
        mpi::copy(mpi::Payload(from), mpi::Payload(to));
    }
}

}  // namespace causeway::calls
