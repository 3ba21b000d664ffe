#include "causeway/probe/discover.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/discovery/discovery_evidence.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/levels.hpp"
#include "causeway/discovery/shared_gap_estimate.hpp"
#include "causeway/fit/ethernet_fit.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/probe/agreed_monitoring.hpp"
#include "causeway/probe/agreed_routes.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/contention_measurement.hpp"
#include "causeway/probe/ethernet_measurement.hpp"
#include "causeway/probe/flow_measurement.hpp"
#include "causeway/probe/measured_host_clusters.hpp"
#include "causeway/probe/native_measurement.hpp"
#include "causeway/probe/processor_place.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/uplink_measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::probe {

namespace {

using clustering::Partition;
using discovery::HostLayout;
using discovery::Route;
using platform::Platform;

// Parts of the budget, and where each stage begins on the way from 0 to 1. What a stage does not use
// the later ones may.
constexpr double kLatencyShare = 0.2;
constexpr double kLatencyShareAtAGlance = 0.1;
constexpr double kFlowShare = 0.15;
constexpr double kUplinkShare = 0.15;
constexpr double kNativeShare = 0.2;
constexpr double kContentionShare = 0.07;
// Routes get at least so much, whatever is kept for later stages.
constexpr double kLeastRouteShare = 0.1;
// Kept back for what the stages take beyond their shares, so that the whole stays within the budget.
constexpr double kReserve = 0.08;
constexpr double kLatencyBegins = 0.02;
constexpr double kRoutesBegin = 0.3;
constexpr double kUplinksBegin = 0.7;
constexpr double kNativeBegins = 0.8;
constexpr double kUnequalHostsBegin = 0.9;

// What leaves a cluster over all its links varies less than this while they are busy.
constexpr double kManySpread = 0.3;

/// [host] the cluster it is in.
std::vector<int> labels_of(const Partition& clusters, int num_hosts) {
    std::vector<int> labels(static_cast<std::size_t>(num_hosts), 0);
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        for (const int host : clusters[cluster]) {
            labels[static_cast<std::size_t>(host)] = static_cast<int>(cluster);
        }
    }
    return labels;
}

/// The platform's hosts and clusters, without any times.
Platform bare_platform(const HostLayout& layout, const Partition& members) {
    Platform result;
    const std::vector<std::string> names = discovery::cluster_names(members, layout.names);
    const std::vector<int> labels = labels_of(members, layout.num_hosts());
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

/// Between the hosts, one process on each; between the processes if there is one host only. Collective; nothing for the
/// `bystander`s, who wait.
std::optional<statistics::PiecewiseLinear> measure_contention(MPI_Comm comm, bool bystander, Seconds budget) {
    constexpr int kFewest = 3;  // two have nobody to get in the way of
    const mpi::Communicator some = mpi::split(comm, bystander ? -1 : 0);
    std::optional<statistics::PiecewiseLinear> result;
    if (!bystander && mpi::size_of(some.handle()) >= kFewest) {
        result = measure_shared_gap(some.handle(), budget);
    }
    quiet_barrier(comm);
    return result;
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

void add_capacity(const discovery::Aggregate& found, std::optional<BytesPerSecond>& capacity, const std::string& what,
                  std::vector<std::string>& remarks) {
    if (!(found.rate > BytesPerSecond(0.0))) {
        remarks.push_back(fmt::format("{}: not measured over all links at once, for lack of time", what));
        return;
    }
    capacity = found.rate;
    if (!found.is_certain) {
        remarks.push_back(fmt::format("{}: {} at least; time allowed no experiment with a greater offer", what,
                                      base::to_text(found.rate)));
    }
    if (found.spread > kManySpread) {
        remarks.push_back(
            fmt::format("{}: varied by {:.0f} % while it was measured: a busy machine?", what, 100.0 * found.spread));
    }
}

void add_uplinks(Platform& platform, const std::vector<discovery::UplinkAggregates>& uplinks) {
    std::vector<std::string>& remarks = platform.provenance.remarks;
    for (std::size_t c = 0; c < uplinks.size(); ++c) {
        platform::Cluster& cluster = platform.clusters[c];
        add_capacity(uplinks[c].out, cluster.uplink_capacity, fmt::format("all that leaves {}", cluster.name), remarks);
        add_capacity(uplinks[c].in, cluster.downlink_capacity, fmt::format("all that enters {}", cluster.name),
                     remarks);
    }
}

void add_flows(Platform& platform, const std::vector<LinkFlows>& flows) {
    // Directions that differ by more are two links.
    constexpr double kAlike = 1.2;
    for (const LinkFlows& found : flows) {
        for (std::size_t i = 0; i < platform.links.size(); ++i) {
            platform::Link& link = platform.links[i];
            const bool is_way_back = link.symmetric && link.from == found.to && link.to == found.from;
            if (!is_way_back && (link.from != found.from || link.to != found.to)) {
                continue;
            }
            if (is_way_back && link.shared_capacity) {
                const double ratio = found.shared_capacity.value() / link.shared_capacity->value();
                const bool differs = ratio > kAlike || ratio * kAlike < 1.0;
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
        if (found.per_flow_limit && !found.is_certain) {
            platform.provenance.remarks.push_back(
                fmt::format("from {} to {}: {} at least, by {} flows at once; there were no hosts or no time for more",
                            platform.clusters[static_cast<std::size_t>(found.from)].name,
                            platform.clusters[static_cast<std::size_t>(found.to)].name,
                            base::to_text(found.shared_capacity), found.num_flows));
        }
    }
}

/// The only cluster's hosts one by one.
void add_unequal_hosts(Platform& platform, const fit::EthernetSamples& samples) {
    try {
        const fit::EthernetFit fit = fit::fit_ethernet(samples, "the measured samples");
        platform.clusters.front().ethernet = fit.parameters;
        platform.provenance.remarks.push_back(
            fmt::format("what each host costs: known to within {:.1f} % of measured times", 100.0 * fit.residual));
        platform.provenance.remarks.insert(platform.provenance.remarks.end(), fit.remarks.begin(), fit.remarks.end());
    } catch (const base::InputError& error) {
        throw base::Error(error.what());  // nothing that the user gave: and this rank alone meets it
    }
}

void add_native(Platform& platform, const NativeMeasurement& native, const std::vector<std::string>& host_of_rank) {
    platform.native.push_back({.collective = "broadcast", .hosts = host_of_rank, .seconds = native.seconds});
    if (native.largest < native.largest_wanted) {
        platform.provenance.remarks.push_back(
            fmt::format("native broadcast: measured up to {} only, for lack of time", base::to_text(native.largest)));
    }
}

std::string when_and_how(const std::string& time_stamp, const HostLayout& layout, int num_processes,
                         const SharedClock& clock) {
    return fmt::format("{}{}{} processes on {} hosts, {}", time_stamp, time_stamp.empty() ? "" : ", ", num_processes,
                       layout.num_hosts(), clock.description());
}

}  // namespace

Platform discover(MPI_Comm comm, const DiscoveryOptions& options) {
    const clustering::Method& method = clustering::methods().at(options.method, "method");
    const Seconds begin = monotonic_now();
    const mpi::Communicator own = mpi::duplicate(comm);
    const int rank = mpi::rank_of(own.handle());
    const auto report = [&](double fraction, std::string_view what) {
        if (rank == 0 && options.progress) {
            options.progress(fraction, what);
        }
    };
    // Rank 0's, so that all ranks plan with the same.
    Seconds besides;  // what landmarks took beyond their part of the budget
    const auto time_left = [&] {
        double left = ((1.0 - kReserve) * options.budget + besides - (monotonic_now() - begin)).value();
        mpi::check(PMPI_Bcast(&left, 1, MPI_DOUBLE, 0, own.handle()), "MPI_Bcast");
        return Seconds(std::max(0.0, left));
    };

    report(0.0, "hosts");
    const std::vector<std::string> host_of_rank = mpi::host_names(own.handle());
    const HostLayout layout = discovery::group_by_host(host_of_rank);
    const auto host = std::find(layout.names.begin(), layout.names.end(), host_of_rank[static_cast<std::size_t>(rank)]);
    const bool is_representative = rank == layout.representative(static_cast<int>(host - layout.names.begin()));

    if (options.one_switch) {
        require_three_hosts(layout);
    }
    const std::vector<ProcessorPlace> places = places_of_hosts(own.handle(), layout);

    const discovery::MonitoredHosts monitored = agree_on_monitoring(own.handle(), layout.names, options.monitoring);
    discovery::HostClusters found{.clusters = {{0}}, .latencies = {.inside = {std::nullopt}}};
    const Seconds for_latencies = (options.at_a_glance ? kLatencyShareAtAGlance : kLatencyShare) * options.budget;
    if (layout.num_hosts() > 1) {
        report(kLatencyBegins, "latencies");
        const Seconds latencies_begin = monotonic_now();
        found = find_host_clusters(own.handle(), layout, monitored.latencies,
                                   {.method = &method,
                                    .tolerance = options.tolerance,
                                    .all_in_one = options.one_switch,
                                    .most_hosts_in_pairs = options.most_hosts_in_pairs,
                                    .budget = for_latencies});
        if (found.search) {
            besides = std::max(besides, monotonic_now() - latencies_begin - for_latencies);
        }
    }
    const Partition& clusters = found.clusters;

    report(kRoutesBegin, "transfers");
    const bool measures_native = options.measure_native && !options.at_a_glance;
    const double for_native = measures_native ? kNativeShare : 0.0;
    // At a glance what leaves a cluster over all its links goes before what one flow is limited to.
    const double for_uplinks = clusters.size() > 2 ? kUplinkShare : 0.0;
    const double for_flows = options.at_a_glance && clusters.size() > 2 ? 0.0 : kFlowShare;
    const double for_others = clusters.size() == 1 ? kContentionShare : for_flows + for_uplinks;
    const Seconds for_routes = std::max(time_left() - (for_native + for_others) * options.budget,
                                        std::min(time_left(), kLeastRouteShare * options.budget));
    const discovery::CombinedRoutes combined = combine_routes(
        own.handle(), layout, clusters, found.latencies, {.budget = for_routes, .at_a_glance = options.at_a_glance},
        {found.found.believed, monitored.bandwidths});
    const std::vector<Route>& routes = combined.routes;

    const SharedClock clock = agree_on_clock(own.handle());
    report(kUplinksBegin, "uplinks");
    const std::vector<LinkFlows> flows =
        measure_flows(own.handle(), layout, clusters, routes, clock, std::min(for_flows * options.budget, time_left()));
    const std::vector<discovery::UplinkAggregates> uplinks = measure_uplinks(
        own.handle(), layout, clusters, routes, flows, clock, std::min(kUplinkShare * options.budget, time_left()));

    std::optional<NativeMeasurement> native;
    if (measures_native && mpi::size_of(own.handle()) > 1) {
        report(kNativeBegins, "the MPI library's own collectives");
        const double for_contention = clusters.size() == 1 ? kContentionShare : 0.0;
        native = measure_native_broadcast(own.handle(), clock, time_left() - for_contention * options.budget);
    }

    const std::optional<statistics::PiecewiseLinear> shared_gap =
        clusters.size() == 1 ? measure_contention(own.handle(), layout.num_hosts() > 1 && !is_representative,
                                                  kContentionShare * options.budget)
                             : std::nullopt;

    fit::EthernetSamples samples;
    if (options.one_switch) {
        report(kUnequalHostsBegin, "what each host costs");
        samples = measure_ethernet(own.handle(), {.repetitions = 5, .collective_repetitions = 9, .rounds = 2});
    }

    // Rank 0 knows everything; the others read its platform as they would from a file.
    std::string text;
    if (rank == 0) {
        Platform platform = bare_platform(layout, clusters);
        add_places(platform, places);
        platform.name = options.name;
        platform.provenance = {.measured = when_and_how(options.time_stamp, layout, mpi::size_of(own.handle()), clock),
                               .by = options.by,
                               .tolerance = options.tolerance,
                               .remarks = {}};
        if (layout.num_hosts() > 1) {
            discovery::add_latency_evidence(platform.provenance, found.found);
        }
        if (found.search) {
            discovery::add_search_evidence(platform.provenance, found, layout);
        }
        if (options.monitoring) {
            discovery::add_monitoring_evidence(platform, options.monitoring_files, layout, monitored, found.found,
                                               combined);
        }
        for (const Route& route : routes) {
            add_route(platform, route);
        }
        if (shared_gap) {
            add_contention(platform, *shared_gap, layout);
        }
        add_flows(platform, flows);
        add_uplinks(platform, uplinks);
        if (clusters.size() > 1) {
            clustering::Method known_clusters = method;
            if (found.search) {
                known_clusters.hierarchy = nullptr;  // what was made of representatives stands
            }
            platform.levels = discovery::levels_of(found.distances, known_clusters, platform);
        }
        if (options.one_switch) {
            add_unequal_hosts(platform, samples);
        }
        if (native) {
            add_native(platform, *native, host_of_rank);
        }
        discovery::add_cost(platform.provenance, options.budget + besides, monotonic_now() - begin);
        text = platform::to_json_text(platform);
    }
    text = mpi::broadcast_text(own.handle(), text, 0);
    report(1.0, "done");
    return platform::parse_platform(text, "the discovered platform");
}

}  // namespace causeway::probe
