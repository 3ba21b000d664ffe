/// Where the processes of a job are on a platform that somebody names.
#pragma once

#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <string>

namespace causeway::probe {

/// Of the communicator's processes. Collective over `comm`; the same on every rank. Throws InputError that names
/// `source` when the platform does not know a host of theirs; MpiError.
[[nodiscard]] platform::Placement placement_of_job(MPI_Comm comm, const platform::Platform& platform,
                                                   const std::string& source);

}  // namespace causeway::probe
