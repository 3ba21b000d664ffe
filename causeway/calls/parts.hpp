/// What the planned collectives share in which each process has a part of its own.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/calls/usual_part.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/schedule/block_sizes.hpp"

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace causeway::calls {

/// What to plan for when every process's part is this; nothing for arguments that the MPI library must see.
[[nodiscard]] std::optional<Asked> asked_of_part(int num_processes, int root, MPI_Count count, MPI_Datatype datatype);

/// The same for parts that are not alike, [rank].
[[nodiscard]] std::optional<Asked> asked_of_parts(int num_processes, const Counts& counts, MPI_Datatype datatype);

/// Whether the MPI library must see these arguments of one side, of as many places. Local.
[[nodiscard]] bool are_refused_at(int num_places, const Counts& counts, const Displacements& displacements);

/// Whether both are the same at each of so many places, and some are not 0. Local.
[[nodiscard]] bool are_same_and_some(int num_places, const Counts& counts, const Counts& others);

/// The part of a rank: what this process has for it, or where what comes from it goes.
using PartOfRank = base::FunctionRef<mpi::BufferDescription(int rank)>;

/// What the other processes' parts are on average, packed: of as many processes, `own` among them.
[[nodiscard]] Bytes mean_of_others(int num_processes, int own, PartOfRank part);

/// Packed.
[[nodiscard]] Bytes size_of(const mpi::BufferDescription& part);

/// The part of process `rank` in a buffer that holds all, one after another.
[[nodiscard]] mpi::BufferDescription part_of(void* buffer, MPI_Count count, MPI_Datatype datatype, int rank);

/// The part that begins `displacement` elements after the buffer does.
[[nodiscard]] mpi::BufferDescription displaced(void* buffer, MPI_Aint displacement, MPI_Count count,
                                               MPI_Datatype datatype);

/// Every process's blocks make up `part`.
[[nodiscard]] schedule::BlockSizes equal_sizes(const Execution& execution, Bytes part);

/// The parts of a gather or a scatter, as one process has them.
struct RootedParts {
    bool is_root = false;
    mpi::BufferDescription own;  ///< this process's, given or wanted by itself
    bool is_own_there = false;   ///< of the root: its own part is in its place already (MPI_IN_PLACE)
    std::function<mpi::BufferDescription(int rank)> of_rank;  ///< in the root's buffer, for the root alone
};

/// The blocks of a gather: they come to the root's places.
[[nodiscard]] std::unique_ptr<mpi::BlockData> gathered(const Execution& execution, schedule::BlockSizes sizes,
                                                       const RootedParts& parts);

/// The blocks of a scatter: they leave from the root's places.
[[nodiscard]] std::unique_ptr<mpi::BlockData> scattered(const Execution& execution, schedule::BlockSizes sizes,
                                                        const RootedParts& parts);

/// Copies this process's own part, whatever the datatypes, unless it is in its place. Sends no message. Throws
/// MpiError.
void copy(const mpi::BufferDescription& from, const mpi::BufferDescription& to);

}  // namespace causeway::calls
