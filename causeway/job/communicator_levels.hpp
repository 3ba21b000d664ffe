/// The levels of the network for any communicator of the job: what the C interface tells programs.
#pragma once

#include "causeway/job/job.hpp"
#include "causeway/platform/process_levels.hpp"

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

namespace causeway::job {

/// The processes of a communicator at every level.
struct CommunicatorLevels {
    std::vector<std::string> host_names;  ///< [rank]
    /// Empty for communicators with processes that were not there when the job began.
    std::vector<platform::ProcessLevel> levels;
};

/// A new attribute key under which communicators keep the levels of their processes. Throws MpiError.
[[nodiscard]] int create_levels_key();

/// The levels of an intracommunicator, kept with it. Local; the same on every rank. Throws MpiError.
[[nodiscard]] const CommunicatorLevels& levels_in(const Job& job, MPI_Comm comm);

/// What a message between two ranks costs. Nothing where there are no figures. Local.
[[nodiscard]] std::optional<platform::MessageCost> cost_between(const Job& job, const CommunicatorLevels& known,
                                                                int from, int to, Bytes size);

/// The same from cluster to cluster of a level: between their coordinators; inside one cluster the dearest between the
/// coordinators of the clusters that it is made of, in a host between its first two processes.
[[nodiscard]] std::optional<platform::MessageCost> cost_between_clusters(const Job& job,
                                                                         const CommunicatorLevels& known,
                                                                         std::size_t level, int from, int to,
                                                                         Bytes size);

}  // namespace causeway::job
