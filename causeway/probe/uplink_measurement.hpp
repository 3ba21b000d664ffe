/// How much leaves and enters each cluster, and each group of clusters, when all its links are in use at once.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_groups.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/uplink_estimate.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/flow_measurement.hpp"
#include "causeway/probe/routes.hpp"
#include "causeway/probe/stream_experiments.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::probe {

/// Empty where nothing was measured.
struct Uplinks {
    std::vector<discovery::UplinkAggregates> of_clusters;  ///< [cluster]
    std::vector<discovery::UplinkAggregates> of_groups;    ///< [group]
    /// What several flows brought at least over links where one is as fast as hosts are.
    std::vector<LinkFlows> of_links;
};

/// Measures what leaves and enters the clusters and groups over all their links together, in both directions at once
/// (links carry both directions at full rate, here as in every model): first between those that are in no group, each
/// group by flows of all its clusters, then between the members of the groups directly inside, of all groups at once,
/// whose ways are apart; and so on, in equal parts of the time. Each flow sends at a rate that it is given: first
/// little more for each uplink than its fastest link carries alone, then what `UplinkEstimate` asks for: some clusters
/// alone, with room at all other ends. In an experiment messages flow for the time of a few round trips; receivers
/// count what arrives in each of several looks.
///
/// Flows of a cluster leave and enter by different hosts as far as it has them (`flows_over_all_links`). What is found
/// for a cluster of one host is what its interface or the uplink carries, whichever is less, and with fewer hosts than
/// links an interface may be the limit, too: a plan that feeds several links from one host meets the same limit.
///
/// Where a flow between clusters is as fast as their hosts send to neighbours, nothing is known of what the link
/// carries: every host of both ends has a flow then, and all that they bring is offered at once.
///
/// `groups`: the same on every rank. `flows_of`: of `measure_flows`; a link that one flow does not fill gets as many as
/// fill it. `routes`: of `combine_routes`, counted on rank 0 only; `clock`: agreed on by all ranks. There is one
/// experiment at each depth; another that is not expected to end within the budget is left out, so that of
/// what it would tell only the least is known. Nothing is measured where two single clusters are all there is, or where
/// some link has no rate. No other messages of `comm` may be under way. Collective over `comm`; the same on every rank.
/// Throws MpiError.
[[nodiscard]] Uplinks measure_uplinks(MPI_Comm comm, const discovery::HostLayout& layout,
                                      const clustering::Partition& clusters, const discovery::ClusterGroups& groups,
                                      const std::vector<discovery::Route>& routes,
                                      const std::vector<LinkFlows>& flows_of, const SharedClock& clock,
                                      const StreamEffort& effort);

}  // namespace causeway::probe
