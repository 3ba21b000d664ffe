/// What a message costs processors where all hosts are one machine that has fewer of them than processes.
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/machine_gap.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// Round trips of policy::kBusyMessage inside the clusters, of all pairs of neighbouring hosts at once
/// (machine_gap.hpp). None where hosts have processors of their own, the machine has enough or there is one pair.
/// `clusters`: of the hosts of `layout`. Collective over `comm`; the same result on every rank. Throws MpiError.
[[nodiscard]] std::vector<discovery::BusyTrip> measure_busy_machine(MPI_Comm comm, const discovery::HostLayout& layout,
                                                                    const clustering::Partition& clusters);

}  // namespace causeway::probe
