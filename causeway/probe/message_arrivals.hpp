/// Messages between two processes, timed where they arrive.
#pragma once

#include "causeway/base/units.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// Sends `outgoing` messages of `size` to `peer` while `incoming` ones come from it: when each of these had arrived, in
/// seconds on the clock of MPI_Wtime, ascending (discovery/arrivals.hpp). Collective over the two, each with the
/// other's numbers. Throws MpiError.
[[nodiscard]] std::vector<double> exchange_messages(MPI_Comm comm, int peer, int tag, Bytes size, int outgoing,
                                                    int incoming);

}  // namespace causeway::probe
