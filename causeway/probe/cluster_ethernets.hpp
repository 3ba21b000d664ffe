/// What hosts cost in each of several clusters, each on a switch of its own.
#pragma once

#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/probe/ethernet_measurement.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// The experiments of ethernet_measurement.hpp inside every cluster of three hosts or more whose hosts differ
/// (unlike_hosts.hpp), which a look at round trips of two sizes tells first; all clusters at the same time, as they
/// share no host. `clusters`: of all hosts. One process per host takes part, the others sleep.
///
/// Collective over `comm`, with equal arguments; on rank 0 [cluster] the samples, empty where hosts are alike or too
/// few; nothing elsewhere. Throws MpiError.
[[nodiscard]] std::vector<fit::EthernetSamples> measure_cluster_ethernets(MPI_Comm comm,
                                                                          const discovery::HostLayout& layout,
                                                                          const clustering::Partition& clusters,
                                                                          const EthernetProbeOptions& options);

}  // namespace causeway::probe
