#include "causeway/discovery/discovery_evidence.hpp"

#include "causeway/base/text.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::discovery {

namespace {

using platform::Platform;

const std::string& cluster_name(const Platform& platform, int cluster) {
    return platform.clusters[static_cast<std::size_t>(cluster)].name;
}

std::string description(const Platform& platform, const Route& route) {
    const std::string& from = cluster_name(platform, route.from);
    switch (route.kind) {
        case Route::Kind::kWithinHost:
            return fmt::format("inside a host of {}", from);
        case Route::Kind::kWithinCluster:
            return fmt::format("inside {}", from);
        case Route::Kind::kBetweenClusters:
            break;
    }
    return fmt::format("from {} to {}", from, cluster_name(platform, route.to));
}

std::string kind_name(Route::Kind kind) {
    switch (kind) {
        case Route::Kind::kWithinHost:
            return "within_host";
        case Route::Kind::kWithinCluster:
            return "within_cluster";
        case Route::Kind::kBetweenClusters:
            break;
    }
    return "between_clusters";
}

void add_remarks(Platform& platform, const Route& route) {
    std::vector<std::string>& remarks = platform.provenance.remarks;
    const fit::PlogpMeasurement& measured = route.measurement;
    const std::string where = description(platform, route);
    if (measured.latency_clamped) {
        remarks.push_back(fmt::format("{}: the latency came out negative and was set to 0", where));
    }
    if (measured.disturbed) {
        remarks.push_back(
            fmt::format("{}: empty messages took far longer than when clusters were searched: a busy machine?", where));
    }
    if (measured.contradictions > 0) {
        remarks.push_back(
            fmt::format("{}: the gaps of {} sizes contradict each other (a longer message costs less): a busy machine?",
                        where, measured.contradictions));
    }
    if (measured.out_of_time) {
        remarks.push_back(
            fmt::format("{}: measured up to {} only, for lack of time", where,
                        base::to_text(Bytes(static_cast<std::int64_t>(measured.plogp.gap.points().back().x)))));
    }
    const platform::TransferEvidence& evidence = measured.evidence;
    if (evidence.outliers > policy::kManyOutliers * evidence.samples) {
        remarks.push_back(
            fmt::format("{}: {} of {} samples were outliers", where, evidence.outliers, evidence.samples));
    }
    if (evidence.drift) {
        remarks.push_back(fmt::format("{}: round trips changed from {} to {} while they were measured", where,
                                      base::to_text(evidence.drift->before), base::to_text(evidence.drift->after)));
    }
    if (!route.symmetric) {
        remarks.push_back(fmt::format("{}: costs more than 20 % other than the way back", where));
    }
}

platform::LatencyEvidence evidence_of(const CombinedLatencies& found) {
    const LatencyMatrix& latencies = found.latencies;
    const int num_hosts = latencies.seconds.size();
    platform::LatencyEvidence result{.pairs = num_hosts * (num_hosts - 1) / 2,
                                     .measured = latencies.num_measured,
                                     .monitored = found.num_monitored,
                                     .round_trips = latencies.num_round_trips,
                                     .settled = latencies.num_settled,
                                     .rushed = latencies.num_rushed,
                                     .drifted = latencies.num_drifted,
                                     .resolution = Seconds(latencies.resolution)};
    if (!latencies.uncertainties.empty()) {
        result.median_uncertainty = statistics::median(latencies.uncertainties);
        result.largest_uncertainty = *std::max_element(latencies.uncertainties.begin(), latencies.uncertainties.end());
    }
    return result;
}

}  // namespace

void add_route_evidence(Platform& platform, const Route& route) {
    if (route.stands_in) {
        return;  // what is known of it stands where it was measured
    }
    platform::RouteEvidence evidence{.kind = kind_name(route.kind),
                                     .from = cluster_name(platform, route.from),
                                     .to = cluster_name(platform, route.to),
                                     .measured = {},
                                     .directions = route.directions};
    if (!route.is_monitored) {
        evidence.measured = route.measurement.evidence;
    }
    platform.provenance.evidence.routes.push_back(std::move(evidence));
    add_remarks(platform, route);
}

void add_latency_evidence(platform::Provenance& provenance, const CombinedLatencies& found) {
    const platform::LatencyEvidence evidence = evidence_of(found);
    provenance.remarks.push_back(fmt::format("latencies: known to within {}", base::to_text(evidence.resolution)));
    if (evidence.rushed > 0) {
        provenance.remarks.push_back(
            fmt::format("latencies: time allowed a single round trip only for {} pairs of hosts", evidence.rushed));
    }
    if (evidence.drifted > policy::kManyDrifts * evidence.measured) {
        provenance.remarks.push_back(
            fmt::format("latencies: those of {} pairs of hosts changed while they were measured", evidence.drifted));
    }
    provenance.evidence.latencies = evidence;
}

void add_search_evidence(platform::Provenance& provenance, const HostClusters& found, const HostLayout& layout) {
    const LandmarkSearch& search = found.search.value();
    const double all = 0.5 * layout.num_hosts() * (layout.num_hosts() - 1.0);
    provenance.remarks.push_back(
        fmt::format("latencies: {} of {:.0f} pairs of hosts measured ({:.2f} %), with {} landmarks",
                    found.found.latencies.num_measured, all, 100.0 * found.found.latencies.num_measured / all,
                    search.num_landmarks));
    if (search.num_unconfirmed > 0) {
        provenance.remarks.push_back(
            fmt::format("latencies: time did not allow to look inside groups of {} hosts", search.num_unconfirmed));
    }
}

void add_monitoring_evidence(Platform& platform, const std::vector<std::string>& files, const HostLayout& layout,
                             const MonitoredHosts& monitored, const CombinedLatencies& found,
                             const CombinedRoutes& routes) {
    std::vector<std::string>& remarks = platform.provenance.remarks;
    platform::MonitoringEvidence evidence{.files = files,
                                          .hosts = monitored.num_hosts,
                                          .pairs = monitored.num_pairs(),
                                          .checked = found.num_checked,
                                          .discarded = found.num_discarded,
                                          .contradictions = {}};
    if (evidence.pairs == 0) {
        remarks.push_back(fmt::format("monitoring: it knows {} of the {} hosts and no latency between two of them",
                                      evidence.hosts, layout.num_hosts()));
    }
    for (const ContradictedPair& one : found.contradictions) {
        const std::string& from = layout.names[static_cast<std::size_t>(one.host)];
        const std::string& to = layout.names[static_cast<std::size_t>(one.other)];
        evidence.contradictions.push_back(
            {.from = from, .to = to, .monitored = Seconds(one.monitored), .measured = Seconds(one.measured)});
        remarks.push_back(
            fmt::format("monitoring: {} from {} to {}, but measured {}: all that it says of these hosts was measured",
                        base::to_text(Seconds(one.monitored)), from, to, base::to_text(Seconds(one.measured))));
    }
    if (const std::optional<ContradictedRate>& rate = routes.contradiction) {
        remarks.push_back(fmt::format(
            "monitoring: {} from {} to {}, which is far from what was measured: all its bandwidths were measured",
            base::to_text(rate->monitored), cluster_name(platform, rate->from), cluster_name(platform, rate->to)));
    }
    platform.provenance.evidence.monitoring = std::move(evidence);
}

void add_uplink_evidence(platform::Provenance& provenance, const std::string& of, Way way, const Aggregate& found) {
    const double part = std::min(1.0, std::max(policy::kLeastUncertaintyOfUplink, found.spread));
    platform::UplinkEvidence evidence{.of = of,
                                      .is_outwards = way == Way::kOut,
                                      .low = BytesPerSecond((1.0 - part) * found.rate.value()),
                                      .high = {}};
    if (found.known == Aggregate::Known::kFull) {
        evidence.high = BytesPerSecond((1.0 + part) * found.rate.value());
    }
    if (found.spread > policy::kSteadySpread) {
        provenance.remarks.push_back(
            fmt::format("all that {} {}: varied by {:.0f} % while it was measured: a busy machine?",
                        evidence.is_outwards ? "leaves" : "enters", of, 100.0 * found.spread));
    }
    provenance.evidence.uplinks.push_back(std::move(evidence));
}

void add_rushed_uplinks(platform::Provenance& provenance, const std::vector<UplinkAggregates>& found) {
    const auto rushed = [](const Aggregate& side) { return side.known == Aggregate::Known::kAtLeast ? 1 : 0; };
    int num_rushed = 0;
    for (const UplinkAggregates& one : found) {
        num_rushed += rushed(one.out) + rushed(one.in);
    }
    if (num_rushed > 0) {
        provenance.remarks.push_back(
            fmt::format("uplinks: of {} of {} directions only the least that they carry is known, for lack of time",
                        num_rushed, 2 * found.size()));
    }
}

void add_cost(platform::Provenance& provenance, Seconds budget, Seconds spent) {
    provenance.evidence.cost = platform::Cost{.budget = budget, .spent = spent};
    if (spent > policy::kExceededBudget * budget) {
        provenance.remarks.push_back(
            fmt::format("the budget of {} was too short for one look at everything: it took {}", base::to_text(budget),
                        base::to_text(spent)));
    }
}

}  // namespace causeway::discovery
