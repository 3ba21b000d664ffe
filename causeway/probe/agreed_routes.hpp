/// What transfers between clusters cost: what monitoring knows, checked by one link, and the rest measured.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_groups.hpp"
#include "causeway/discovery/cluster_latencies.hpp"
#include "causeway/discovery/combined_routes.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/monitored_routes.hpp"
#include "causeway/probe/routes.hpp"

#include <mpi.h>

namespace causeway::probe {

/// measure_routes without the links that monitoring knows (`monitored_links`). Of two such links or more the first is
/// measured nevertheless; if its rate is grossly off, so are all. Where monitoring knows that the latencies of both
/// directions differ by more than 20 %, which half a round trip does not tell, measured links are given in both
/// directions, by half the difference more and less. Where monitoring does not know a link for which another one of
/// `groups` stands (cluster_groups.hpp), that is taken, but in groups that prove not to carry alike (tried_groups), of
/// which all are measured: the result has the others, on every rank. `monitoring` counts on rank 0; `groups`: the same
/// on every rank. Collective over `comm`; all else on rank 0, none elsewhere. Throws MpiError.
[[nodiscard]] discovery::CombinedRoutes combine_routes(MPI_Comm comm, const discovery::HostLayout& layout,
                                                       const clustering::Partition& clusters,
                                                       const discovery::ClusterLatencies& latencies,
                                                       const discovery::ClusterGroups& groups,
                                                       const RouteEffort& effort,
                                                       const discovery::BelievedMonitoring& monitoring);

}  // namespace causeway::probe
