/// What a message costs processors where all hosts are one machine that has fewer of them than processes.
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/machine_gap.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// Round trips inside the clusters, of all pairs of neighbouring hosts at once, of a few sizes (machine_gap.hpp); at a
/// glance of fewer. None where hosts have processors of their own or the machine has enough. On rank 0; nothing
/// elsewhere. `clusters`: of the hosts of `layout`. Collective over `comm`. Throws MpiError.
[[nodiscard]] std::vector<discovery::BusyTrips> measure_busy_machine(MPI_Comm comm, const discovery::HostLayout& layout,
                                                                     const clustering::Partition& clusters,
                                                                     bool at_a_glance);

}  // namespace causeway::probe
