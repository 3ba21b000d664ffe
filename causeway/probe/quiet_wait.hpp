/// Waiting without occupying a core, while other processes of the machine measure.
#pragma once

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// MPI_Wait that sleeps between tests, for longer the longer it takes: MPI libraries poll, and
/// processes that only wait would take the cores from those that measure. Local. Throws MpiError.
void quiet_wait(MPI_Request& request, MPI_Status* status = MPI_STATUS_IGNORE);

/// Returns when `peer` calls it too; leaves the connection between the two open. Quiet waiting. Throws
/// MpiError.
void meet(MPI_Comm comm, int peer);

/// Opens the connections to `peers` all at once, instead of one after another as their first messages go. The lower of
/// two ranks opens theirs. Each of `peers` calls it too, with this process among its own. Throws MpiError.
void meet_all(MPI_Comm comm, const std::vector<int>& peers);

/// MPI_Barrier by quiet waiting. Collective over `comm`. Throws MpiError.
void quiet_barrier(MPI_Comm comm);

/// MPI_Allreduce in place by quiet waiting. Collective over `comm`. Throws MpiError.
void quiet_allreduce(void* data, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);

}  // namespace causeway::probe
