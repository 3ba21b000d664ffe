/// Which hosts are alike, by latencies measured inside the job.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/discovery/host_clusters.hpp"
#include "causeway/discovery/hosts.hpp"

#include <mpi.h>

namespace causeway::probe {

/// Measures the latencies between hosts, but for those that are `known` (combined_latencies.hpp), and puts those
/// that are alike into clusters. Hosts too many for all pairs are measured against landmarks (host_groups.hpp), unless
/// anything is known.
///
/// Two hosts at least. No other messages of `comm` may be under way. Collective over `comm`; the same on every
/// rank but where said. Throws MpiError.
[[nodiscard]] discovery::HostClusters find_host_clusters(MPI_Comm comm, const discovery::HostLayout& layout,
                                                         const base::SquareMatrix<double>& known,
                                                         const discovery::ClusteringOptions& options);

}  // namespace causeway::probe
