/// The processes of a communicator as the job knows them.
#pragma once

#include "causeway/job/job.hpp"
#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

namespace causeway::job {

/// The processes of a communicator that may be planned for.
struct Processes {
    std::vector<int> members;             ///< [rank] -> rank of MPI_COMM_WORLD
    std::vector<std::string> host_names;  ///< [rank]
    platform::Placement placement;
    int rank = 0;  ///< this one's
};

/// Nothing for an intercommunicator, a single process, dynamic processes, hosts that the job's platform does not know,
/// and processes of one host. Local; on every rank alike. Throws MpiError.
[[nodiscard]] std::optional<Processes> processes_of(const Job& job, MPI_Comm comm);

/// Processes that have started those of MPI_COMM_WORLD by MPI_Comm_spawn; 0: a launcher has. To be asked before the
/// program can have disconnected from them. Local. Throws MpiError.
[[nodiscard]] int num_parents();

/// The ranks of `comm` as ranks of MPI_COMM_WORLD; empty if one is not in it (dynamic processes). Local. Throws
/// MpiError.
[[nodiscard]] std::vector<int> world_ranks(MPI_Comm comm);

/// The same of the other group of an intercommunicator.
[[nodiscard]] std::vector<int> remote_world_ranks(MPI_Comm inter);

}  // namespace causeway::job
