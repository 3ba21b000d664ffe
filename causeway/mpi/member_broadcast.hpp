/// A broadcast among some ranks of a communicator, which need no communicator of their own for it.
#pragma once

#include <mpi.h>

#include <span>

namespace causeway::mpi {

/// Some ranks of `comm`, among whom messages with this tag are broadcasts alone.
struct Members {
    MPI_Comm comm = MPI_COMM_NULL;
    std::span<const int> ranks;  ///< whoever broadcasts first
    int own = 0;                 ///< index of this process
    int tag = 0;
};

/// The first member's `bytes` bytes at all of them, along a binomial tree. Collective over the members. Throws
/// MpiError.
void broadcast_among(const Members& members, void* data, int bytes);

}  // namespace causeway::mpi
