/// MPI_Bcast as the preloaded library carries it out.
#pragma once

#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <functional>

namespace causeway::interpose {

/// Broadcasts `buffer` from `root` over `comm` by plan if there is one, else by calling `native`, the MPI
/// library's own broadcast with the same arguments. What is not valid is left to the MPI library to
/// complain about. Returns what MPI_Bcast would; errors have been through the communicator's handler.
/// Collective over `comm`. Never throws.
int broadcast(const mpi::BufferDescription& buffer, int root, MPI_Comm comm,
              int (*native)(const mpi::BufferDescription&, int root, MPI_Comm)) noexcept;

}  // namespace causeway::interpose
