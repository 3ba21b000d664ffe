#include "causeway/discovery/monitored_routes.hpp"

#include "causeway/policy/measurement.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace causeway::discovery {

namespace {

/// The median over the pairs of hosts.
std::optional<double> latency_as_given(const BelievedMonitoring& monitoring, const std::vector<int>& from,
                                       const std::vector<int>& to) {
    std::vector<double> latencies;
    for (const int a : from) {
        for (const int b : to) {
            if (std::isfinite(monitoring.latencies(a, b))) {
                latencies.push_back(monitoring.latencies(a, b));
            }
        }
    }
    return latencies.empty() ? std::nullopt : std::optional(statistics::median(std::move(latencies)));
}

std::optional<KnownWay> way_as_given(const BelievedMonitoring& monitoring, const std::vector<int>& from,
                                     const std::vector<int>& to) {
    std::vector<double> bandwidths;
    for (const int a : from) {
        for (const int b : to) {
            if (monitoring.bandwidths.size() > 0 && monitoring.bandwidths(a, b)) {
                bandwidths.push_back(monitoring.bandwidths(a, b)->value());
            }
        }
    }
    const std::optional<double> latency = latency_as_given(monitoring, from, to);
    if (!latency || bandwidths.empty()) {
        return std::nullopt;
    }
    return KnownWay{.latency = Seconds(*latency), .bandwidth = BytesPerSecond(statistics::median(bandwidths))};
}

bool is_like(double value, double other) {
    return std::abs(value - other) <= policy::kAsymmetric * std::min(value, other);
}

}  // namespace

std::optional<KnownWay> monitored_way(const BelievedMonitoring& monitoring, const std::vector<int>& from,
                                      const std::vector<int>& to) {
    const std::optional<KnownWay> there = way_as_given(monitoring, from, to);
    return there ? there : way_as_given(monitoring, to, from);
}

std::optional<Seconds> monitored_difference(const BelievedMonitoring& monitoring, const std::vector<int>& from,
                                            const std::vector<int>& to) {
    const std::optional<double> there = latency_as_given(monitoring, from, to);
    const std::optional<double> back = latency_as_given(monitoring, to, from);
    if (!there || !back || is_like(*there, *back)) {
        return std::nullopt;
    }
    return Seconds(*there - *back);
}

std::vector<std::pair<int, int>> monitored_links(const BelievedMonitoring& monitoring,
                                                 const clustering::Partition& clusters) {
    std::vector<std::pair<int, int>> result;
    for (std::size_t a = 0; a < clusters.size(); ++a) {
        for (std::size_t b = a + 1; b < clusters.size(); ++b) {
            const bool knows_its_hosts = clusters[a].size() > 1 || clusters[b].size() > 1;
            if (knows_its_hosts && monitored_way(monitoring, clusters[a], clusters[b])) {
                result.emplace_back(static_cast<int>(a), static_cast<int>(b));
            }
        }
    }
    return result;
}

std::vector<Route> monitored_routes(const BelievedMonitoring& monitoring, const clustering::Partition& clusters,
                                    std::span<const std::pair<int, int>> links, std::span<const Route> inside) {
    std::vector<Route> result;
    for (const auto& [a, b] : links) {
        const std::vector<int>& hosts = clusters[static_cast<std::size_t>(a)];
        const std::vector<int>& others = clusters[static_cast<std::size_t>(b)];
        const std::optional<KnownWay> there = monitored_way(monitoring, hosts, others);
        const std::optional<KnownWay> back = monitored_way(monitoring, others, hosts);
        const platform::Plogp* const ends = hosts_of(a, b, inside);
        if (ends == nullptr || !there || !back) {
            continue;
        }
        Route route{.kind = Route::Kind::kBetweenClusters, .from = a, .to = b};
        route.is_monitored = true;
        route.symmetric = is_like(there->latency.value(), back->latency.value()) &&
                          is_like(there->bandwidth.value(), back->bandwidth.value());
        route.measurement.plogp = plogp_of(*there, *ends);
        result.push_back(route);
        if (!route.symmetric) {
            std::swap(route.from, route.to);
            route.measurement.plogp = plogp_of(*back, *ends);
            result.push_back(route);
        }
    }
    return result;
}

bool is_rate_grossly_off(const platform::Plogp& measured, BytesPerSecond monitored) {
    const double seconds = (measured.gap_of(policy::kSizeOfMonitored) - measured.gap_of(Bytes(0))).value();
    const double expected = static_cast<double>(policy::kSizeOfMonitored.value()) / monitored.value();
    return seconds > policy::kGrosslyOff * expected || expected > policy::kGrosslyOff * seconds;
}

}  // namespace causeway::discovery
