/// How well discovery knows what it found: for the platform's provenance, as figures and as remarks for people.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/combined_latencies.hpp"
#include "causeway/discovery/combined_routes.hpp"
#include "causeway/discovery/host_clusters.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/monitored_hosts.hpp"
#include "causeway/discovery/route.hpp"
#include "causeway/discovery/uplink_estimate.hpp"
#include "causeway/discovery/uplink_offers.hpp"
#include "causeway/platform/platform.hpp"

#include <string>
#include <vector>

namespace causeway::discovery {

/// Adds what is known of the worth of a route. The platform has its clusters.
void add_route_evidence(platform::Platform& platform, const Route& route);

void add_latency_evidence(platform::Provenance& provenance, const CombinedLatencies& found);

/// Adds how many pairs landmarks, groups and representatives took. `found` has a search.
void add_search_evidence(platform::Provenance& provenance, const HostClusters& found, const HostLayout& layout);

/// Adds what monitoring, from `files`, contributed, and where it and the job contradict each other.
void add_monitoring_evidence(platform::Platform& platform, const std::vector<std::string>& files,
                             const HostLayout& layout, const MonitoredHosts& monitored, const CombinedLatencies& found,
                             const CombinedRoutes& routes);

/// Adds how well is known what leaves or enters `of`, a cluster or several. It was measured.
void add_uplink_evidence(platform::Provenance& provenance, const std::string& of, Way way, const Aggregate& found);

/// Remarks on how many uplinks and downlinks, of all, may carry more than was found, as time was short.
void add_rushed_uplinks(platform::Provenance& provenance, const std::vector<UplinkAggregates>& found);

/// Replaces what is said of the cost.
void add_cost(platform::Provenance& provenance, Seconds budget, Seconds spent);

}  // namespace causeway::discovery
