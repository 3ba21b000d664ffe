/// Whether one flow fills the link between two clusters, and what several bring together.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_groups.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/routes.hpp"
#include "causeway/probe/stream_experiments.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

namespace causeway::probe {

/// What was found of one direction of a link.
struct LinkFlows {
    int from = 0;  ///< a cluster
    int to = 0;    ///< a cluster
    std::optional<BytesPerSecond> per_flow_limit;
    BytesPerSecond shared_capacity;  ///< what flows brought together
    int num_flows = 1;               ///< those that brought it
    bool is_certain = false;         ///< whether more would not bring more
};

/// Runs 2, 4, ... flows between different hosts at once, between clusters that have the hosts for it: as long as the
/// aggregate grows with their number, each flow is limited by itself (flow_estimate.hpp). A flow is what one host sends
/// to another. Where one is as fast as hosts are, more than one for each host would bring nothing. Pairs of clusters
/// are measured in the rounds of a tournament, disjoint ones and both directions at once; those for which another one
/// of `groups` stands are given what was found of that.
///
/// `routes`: of `measure_routes`, counted on rank 0 only; `clock`: agreed on by all ranks. Links that are not measured
/// by the end of the budget are left out, as are those of unknown rate and those between two single hosts. No other
/// messages of `comm` may be under way. Collective over `comm`; the same on every rank. Throws MpiError.
[[nodiscard]] std::vector<LinkFlows> measure_flows(MPI_Comm comm, const discovery::HostLayout& layout,
                                                   const clustering::Partition& clusters,
                                                   const discovery::ClusterGroups& groups,
                                                   const std::vector<discovery::Route>& routes,
                                                   const SharedClock& clock, const StreamEffort& effort);

}  // namespace causeway::probe
