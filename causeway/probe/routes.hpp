/// What a transfer costs inside every cluster, between every two, and inside hosts.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_latencies.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/route.hpp"

#include <mpi.h>

#include <optional>
#include <utility>
#include <vector>

namespace causeway::probe {

/// What routes may cost.
struct RouteEffort {
    Seconds budget;
    /// Links between clusters are looked at (link_glances.hpp), which takes some ten round trips each whatever the
    /// budget, unless no cluster has two hosts, whose costs they are given. So they are where the budget is too short
    /// for the longest of them.
    bool at_a_glance = false;
    std::optional<platform::Handshake> handshake = {};  ///< where it was measured: such looks avoid it
};

/// Measures one representative pair of hosts in each cluster (all clusters at once), one between each
/// two clusters (disjoint pairs of clusters at once, their first hosts), and one pair of processes on a
/// host of each cluster that runs several. The opposite direction between clusters is sampled, and
/// measured in full if it differs. C(C - 1)/2 + C experiments for C clusters.
///
/// `clusters`: of the hosts of `layout`; `latencies`: theirs, needed on the lowest rank of every
/// host; they say which routes need how much of the time. `not_measured`: pairs of clusters, the lower one first, whose
/// routes are known from elsewhere; the same on every rank. No other messages of `comm` may be under way. Collective
/// over `comm`; all routes on rank 0, none elsewhere. Throws MpiError.
[[nodiscard]] std::vector<discovery::Route> measure_routes(MPI_Comm comm, const discovery::HostLayout& layout,
                                                           const clustering::Partition& clusters,
                                                           const discovery::ClusterLatencies& latencies,
                                                           const RouteEffort& effort,
                                                           const std::vector<std::pair<int, int>>& not_measured = {});

}  // namespace causeway::probe
