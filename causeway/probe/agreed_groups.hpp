/// Which clusters are one place for all others, known to all ranks, and tried.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_groups.hpp"
#include "causeway/discovery/cluster_latencies.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/route.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// Rank 0's groups, on every rank. Collective over `comm`. Throws MpiError.
[[nodiscard]] discovery::ClusterGroups agreed_groups(MPI_Comm comm, const discovery::ClusterGroups& groups);

/// Those of `groups`, which are the same on every rank, that also carry alike (discovery/group_samples.hpp): by looks
/// at links (link_look.hpp) with messages of `size`. `measured`: routes, needed on rank 0; `latencies`: on the lowest
/// rank of every host. No other messages of `comm` may be under way. Collective over `comm`; the same on every rank.
/// Throws MpiError.
[[nodiscard]] discovery::ClusterGroups tried_groups(MPI_Comm comm, const discovery::HostLayout& layout,
                                                    const clustering::Partition& clusters,
                                                    const discovery::ClusterLatencies& latencies,
                                                    const discovery::ClusterGroups& groups, Bytes size,
                                                    const std::vector<discovery::Route>& measured);

}  // namespace causeway::probe
