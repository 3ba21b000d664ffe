/// MPI_Bcast as the preloaded library carries it out.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

namespace causeway::interpose {

/// Broadcasts `buffer` from `root` over `comm` by plan if there is one, else by calling `native`, the MPI
/// library's own broadcast with the same arguments. What is not valid is left to the MPI library to
/// complain about. Returns what MPI_Bcast would; errors have been through the communicator's handler.
/// Collective over `comm`. Never throws.
int broadcast(const mpi::BufferDescription& buffer, int root, MPI_Comm comm, base::FunctionRef<int()> native) noexcept;

}  // namespace causeway::interpose
