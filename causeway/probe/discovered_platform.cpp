#include "causeway/probe/discovered_platform.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/clustering/edges.hpp"
#include "causeway/discovery/discovery_evidence.hpp"
#include "causeway/discovery/levels.hpp"
#include "causeway/discovery/route.hpp"
#include "causeway/discovery/shared_gap_estimate.hpp"
#include "causeway/fit/ethernet_fit.hpp"
#include "causeway/platform/process_levels.hpp"
#include "causeway/policy/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace causeway::probe {

namespace {

using clustering::Partition;
using discovery::HostLayout;
using discovery::Route;
using platform::Platform;

/// The platform's hosts and clusters, without any times.
Platform bare_platform(const HostLayout& layout, const Partition& members) {
    Platform result;
    const std::vector<std::string> names = discovery::cluster_names(members, layout.names);
    const std::vector<int> labels = clustering::labels_of(members, layout.num_hosts());
    for (std::size_t cluster = 0; cluster < members.size(); ++cluster) {
        platform::Cluster entry;
        entry.name = names[cluster];
        entry.num_hosts = static_cast<int>(members[cluster].size());
        for (const int host : members[cluster]) {
            entry.hosts.push_back(layout.names[static_cast<std::size_t>(host)]);
        }
        result.clusters.push_back(std::move(entry));
    }
    for (std::size_t host = 0; host < layout.names.size(); ++host) {
        result.hosts.push_back({.name = layout.names[host],
                                .cluster = labels[host],
                                .slots = static_cast<int>(layout.ranks[host].size())});
    }
    return result;
}

/// `places`: [host].
void add_places(Platform& platform, const std::vector<ProcessorPlace>& places) {
    for (std::size_t host = 0; host < places.size(); ++host) {
        if (places[host].num_sockets > 0) {
            platform.hosts[host].num_sockets = places[host].num_sockets;
        }
        if (places[host].num_nodes > 0) {
            platform.hosts[host].num_nodes = places[host].num_nodes;
        }
    }
}

void add_route(Platform& platform, const Route& route) {
    platform::Cluster& cluster = platform.clusters[static_cast<std::size_t>(route.from)];
    const platform::Plogp& plogp = route.measurement.plogp;
    switch (route.kind) {
        case Route::Kind::kWithinHost:
            cluster.within_host = plogp;
            break;
        case Route::Kind::kWithinCluster:
            cluster.plogp = plogp;
            break;
        case Route::Kind::kBetweenClusters:
            platform.links.push_back({.from = route.from,
                                      .to = route.to,
                                      .symmetric = route.symmetric,
                                      .plogp = plogp,
                                      .shared_capacity = {},
                                      .per_flow_limit = {}});
            break;
    }
    discovery::add_route_evidence(platform, route);
}

void add_contention(Platform& platform, const statistics::PiecewiseLinear& shared_gap, const HostLayout& layout) {
    const bool one_host = layout.num_hosts() == 1;
    std::optional<platform::Plogp>& plogp =
        one_host ? platform.clusters.front().within_host : platform.clusters.front().plogp;
    if (plogp) {
        const int senders = one_host ? static_cast<int>(layout.ranks.front().size()) : layout.num_hosts();
        plogp->shared_gap = discovery::if_it_matters(shared_gap, *plogp, senders);
    }
}

/// What leaves or enters `of`, a cluster or several; nothing where it was not measured.
std::optional<BytesPerSecond> known_capacity(const std::string& of, discovery::Way way,
                                             const discovery::Aggregate& found, platform::Provenance& provenance) {
    if (!(found.rate > BytesPerSecond(0.0))) {
        provenance.remarks.push_back(
            fmt::format("all that {} {}: not measured over all links at once, for lack of time",
                        way == discovery::Way::kOut ? "leaves" : "enters", of));
        return std::nullopt;
    }
    discovery::add_uplink_evidence(provenance, of, way, found);
    return found.rate;
}

/// What clusters of a group share, unless they carry no more one by one.
void add_group_capacity(const std::optional<BytesPerSecond>& found, double of_clusters,
                        std::optional<BytesPerSecond>& capacity) {
    if (found && (of_clusters == 0.0 || found->value() < policy::kSumsOfRates * of_clusters)) {
        capacity = found;
    }
}

/// The first level that has these clusters together.
platform::LevelCluster* level_cluster_of(Platform& platform, const std::vector<int>& group) {
    const platform::HostClusters cluster_of_host = platform::clusters_of_hosts(platform.clusters);
    for (platform::Level& level : platform.levels) {
        for (platform::LevelCluster& entry : level.clusters) {
            if (platform::clusters_with(entry.hosts, cluster_of_host) == group) {
                return &entry;
            }
        }
    }
    return nullptr;
}

void add_group_uplinks(Platform& platform, const std::vector<int>& group, const discovery::UplinkAggregates& found) {
    platform::LevelCluster* entry = level_cluster_of(platform, group);
    if (entry == nullptr) {
        return;
    }
    double out = 0.0;
    double in = 0.0;
    for (const int cluster : group) {
        const platform::Cluster& member = platform.clusters[static_cast<std::size_t>(cluster)];
        out += member.uplink_capacity.value_or(BytesPerSecond(0.0)).value();
        in += member.downlink_capacity.value_or(BytesPerSecond(0.0)).value();
    }
    const auto capacity = [&](discovery::Way way, const discovery::Aggregate& aggregate) {
        return known_capacity(entry->name, way, aggregate, platform.provenance);
    };
    add_group_capacity(capacity(discovery::Way::kOut, found.out), out, entry->uplink_capacity);
    add_group_capacity(capacity(discovery::Way::kIn, found.in), in, entry->downlink_capacity);
}

void add_uplinks(Platform& platform, const Uplinks& uplinks, const discovery::ClusterGroups& groups) {
    for (std::size_t c = 0; c < uplinks.of_clusters.size(); ++c) {
        platform::Cluster& cluster = platform.clusters[c];
        const discovery::UplinkAggregates& found = uplinks.of_clusters[c];
        const auto capacity = [&](discovery::Way way, const discovery::Aggregate& aggregate) {
            return known_capacity(cluster.name, way, aggregate, platform.provenance);
        };
        cluster.uplink_capacity = capacity(discovery::Way::kOut, found.out);
        cluster.downlink_capacity = capacity(discovery::Way::kIn, found.in);
    }
    discovery::add_rushed_uplinks(platform.provenance, uplinks.of_clusters);
    for (std::size_t g = 0; g < uplinks.of_groups.size(); ++g) {
        add_group_uplinks(platform, groups[g], uplinks.of_groups[g]);
    }
}

void add_stand_ins(Platform& platform, const std::vector<Route>& routes) {
    const auto between = std::ranges::count(routes, Route::Kind::kBetweenClusters, &Route::kind);
    const auto taken = std::ranges::count_if(routes, [](const Route& route) { return route.stands_in.has_value(); });
    if (taken > 0) {
        platform.provenance.remarks.push_back(fmt::format(
            "{} of {} routes between clusters were measured: clusters that are near each other are one place "
            "for the others",
            between - taken, between));
    }
}

/// Remarks on links that may carry more than was found: one for each of a few, or one for all.
void add_least_of_flows(Platform& platform, std::vector<LinkFlows> flows) {
    std::erase_if(flows, [](const LinkFlows& found) { return !found.per_flow_limit || found.is_certain; });
    constexpr std::size_t kFew = 6;
    if (flows.size() > kFew) {
        platform.provenance.remarks.push_back(
            fmt::format("{} links, each way counted: only the least that they carry is known, by all flows that their "
                        "hosts, or the time, allowed",
                        flows.size()));
        return;
    }
    for (const LinkFlows& found : flows) {
        platform.provenance.remarks.push_back(
            fmt::format("from {} to {}: {} at least, by {} flows at once; there were no hosts or no time for more",
                        platform.clusters[static_cast<std::size_t>(found.from)].name,
                        platform.clusters[static_cast<std::size_t>(found.to)].name,
                        base::to_text(found.shared_capacity), found.num_flows));
    }
}

void add_flows(Platform& platform, const std::vector<LinkFlows>& flows) {
    for (const LinkFlows& found : flows) {
        for (std::size_t i = 0; i < platform.links.size(); ++i) {
            platform::Link& link = platform.links[i];
            const bool is_way_back = link.symmetric && link.from == found.to && link.to == found.from;
            if (!is_way_back && (link.from != found.from || link.to != found.to)) {
                continue;
            }
            if (is_way_back && link.shared_capacity) {
                const double ratio = found.shared_capacity.value() / link.shared_capacity->value();
                const bool differs = ratio > policy::kAlikeDirections || ratio * policy::kAlikeDirections < 1.0;
                if (differs && (found.per_flow_limit || link.per_flow_limit)) {
                    link.symmetric = false;
                    platform::Link back = link;
                    std::swap(back.from, back.to);
                    back.shared_capacity = found.shared_capacity;
                    back.per_flow_limit = found.per_flow_limit;
                    platform.links.push_back(std::move(back));
                    break;
                }
                link.shared_capacity = std::min(*link.shared_capacity, found.shared_capacity);
                continue;
            }
            link.shared_capacity = found.shared_capacity;
            link.per_flow_limit = found.per_flow_limit;
        }
    }
    add_least_of_flows(platform, flows);
}

/// The hosts of each cluster that was measured, one by one.
void add_unequal_hosts(Platform& platform, const std::vector<fit::EthernetSamples>& samples) {
    std::vector<std::string>& remarks = platform.provenance.remarks;
    for (std::size_t c = 0; c < samples.size(); ++c) {
        if (samples[c].samples.empty()) {
            continue;
        }
        platform::Cluster& cluster = platform.clusters[c];
        const std::string where = samples.size() > 1 ? cluster.name + ": " : "";
        try {
            const fit::EthernetFit fit =
                fit::fit_ethernet(fit::with_hosts_in_order(samples[c], cluster.hosts), "the measured samples");
            cluster.ethernet = fit.parameters;
            remarks.push_back(fmt::format("{}what each host costs: known to within {:.1f} % of measured times", where,
                                          100.0 * fit.residual));
            for (const std::string& remark : fit.remarks) {
                remarks.push_back(where + remark);
            }
        } catch (const base::InputError& error) {
            throw base::Error(error.what());  // nothing that the user gave: and this rank alone meets it
        }
    }
}

void add_native(Platform& platform, const NativeMeasurement& native, const std::vector<std::string>& host_of_rank) {
    platform.native.push_back({.collective = "broadcast", .hosts = host_of_rank, .seconds = native.seconds});
    if (native.largest < native.largest_wanted) {
        platform.provenance.remarks.push_back(
            fmt::format("native broadcast: measured up to {} only, for lack of time", base::to_text(native.largest)));
    }
}

std::string when_and_how(const std::string& time_stamp, const Findings& found) {
    return fmt::format("{}{}{} processes on {} hosts, {}", time_stamp, time_stamp.empty() ? "" : ", ",
                       found.host_of_rank.size(), found.layout.num_hosts(), found.clock->description());
}

}  // namespace

std::vector<platform::Level> levels_of(const Findings& found, const clustering::Method& method) {
    clustering::Method used = method;
    if (found.hosts.search) {
        used.hierarchy = nullptr;  // what was made of representatives stands
    }
    return discovery::levels_of(found.hosts.distances, used, bare_platform(found.layout, found.hosts.clusters));
}

discovery::ClusterGroups groups_of(const Findings& found) {
    Platform platform = bare_platform(found.layout, found.hosts.clusters);
    platform.levels = found.levels;
    return discovery::groups_alike_from_outside(platform, found.hosts.latencies.between);
}

Platform platform_of(const Findings& found, const DiscoveryOptions& options) {
    Platform platform = bare_platform(found.layout, found.hosts.clusters);
    add_places(platform, found.places);
    platform.name = options.name;
    platform.provenance = {.measured = when_and_how(options.time_stamp, found),
                           .by = options.by,
                           .tolerance = options.tolerance,
                           .remarks = {}};
    if (found.layout.num_hosts() > 1) {
        discovery::add_latency_evidence(platform.provenance, found.hosts.found);
    }
    if (found.hosts.search) {
        discovery::add_search_evidence(platform.provenance, found.hosts, found.layout);
    }
    if (options.monitoring) {
        discovery::add_monitoring_evidence(platform, options.monitoring_files, found.layout, found.monitored,
                                           found.hosts.found, found.routes);
    }
    for (const Route& route : found.routes.routes) {
        add_route(platform, route);
    }
    if (found.shared_gap) {
        add_contention(platform, *found.shared_gap, found.layout);
    }
    add_flows(platform, found.flows);
    add_stand_ins(platform, found.routes.routes);
    platform.levels = found.levels;
    platform.handshake = found.handshake;
    if (const auto gap = discovery::machine_gap(found.busy_trips, policy::kBusyMessage, platform.clusters)) {
        platform.shared_gap = statistics::PiecewiseLinear(gap->value());
    }
    add_uplinks(platform, found.uplinks, found.groups);
    add_unequal_hosts(platform, found.samples);
    if (found.native) {
        add_native(platform, *found.native, found.host_of_rank);
    }
    return platform;
}

}  // namespace causeway::probe
