/// What the stages of a discovery find, and the platform that it makes.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_groups.hpp"
#include "causeway/discovery/combined_routes.hpp"
#include "causeway/discovery/host_clusters.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/machine_gap.hpp"
#include "causeway/discovery/monitored_hosts.hpp"
#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/discover.hpp"
#include "causeway/probe/flow_measurement.hpp"
#include "causeway/probe/native_measurement.hpp"
#include "causeway/probe/processor_place.hpp"
#include "causeway/probe/uplink_measurement.hpp"
#include "causeway/statistics/piecewise_linear.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace causeway::probe {

/// What the stages find: all of it on rank 0, elsewhere what the later stages need.
struct Findings {
    std::vector<std::string> host_of_rank;
    discovery::HostLayout layout;
    std::vector<ProcessorPlace> places;  ///< [host]
    discovery::MonitoredHosts monitored;
    discovery::HostClusters hosts{.clusters = {{0}}, .latencies = {.inside = {std::nullopt}}};
    std::vector<platform::Level> levels;           ///< on rank 0
    discovery::ClusterGroups groups;               ///< on every rank
    std::optional<platform::Handshake> handshake;  ///< on every rank
    discovery::CombinedRoutes routes;
    std::optional<SharedClock> clock;
    std::vector<LinkFlows> flows;
    Uplinks uplinks;
    std::optional<NativeMeasurement> native;
    std::optional<statistics::PiecewiseLinear> shared_gap;
    std::vector<discovery::BusyTrip> busy_trips;
    std::vector<fit::EthernetSamples> samples;  ///< [cluster] of its hosts; empty, or without samples: not measured
    Seconds besides;                            ///< what landmarks took beyond their part of the budget

    [[nodiscard]] std::size_t num_clusters() const { return hosts.clusters.size(); }
};

/// The levels of the network, of the hosts and clusters that were found.
[[nodiscard]] std::vector<platform::Level> levels_of(const Findings& found, const clustering::Method& method);

/// The clusters that are one place for the others, of the hosts, clusters and levels that were found.
[[nodiscard]] discovery::ClusterGroups groups_of(const Findings& found);

/// Of all that rank 0 found, without what that took. Throws base::Error for samples that nothing can be fitted to.
[[nodiscard]] platform::Platform platform_of(const Findings& found, const DiscoveryOptions& options);

}  // namespace causeway::probe
