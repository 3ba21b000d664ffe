#include "causeway/discovery/glances.hpp"

#include "causeway/discovery/known_way.hpp"
#include "causeway/discovery/plogp_experiments.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cassert>

namespace causeway::discovery {

namespace {

/// Null if none is of the kind.
const platform::Plogp* slowest_of(Route::Kind kind, std::span<const Route> measured) {
    const platform::Plogp* slowest = nullptr;
    for (const Route& route : measured) {
        const platform::Plogp& plogp = route.measurement.plogp;
        if (route.kind == kind && (slowest == nullptr || plogp.gap_of(Bytes(0)) > slowest->gap_of(Bytes(0)))) {
            slowest = &plogp;
        }
    }
    return slowest;
}

/// What hosts take for themselves where nothing was measured inside their clusters. How fast those that were measured
/// pass data on to each other says nothing of others: messages of any size have the gap of empty ones.
platform::Plogp unknown_hosts(std::span<const Route> measured) {
    const platform::Plogp* const inside = slowest_of(Route::Kind::kWithinCluster, measured);
    const platform::Plogp* const known =
        inside != nullptr ? inside : slowest_of(Route::Kind::kBetweenClusters, measured);
    assert(known != nullptr);
    platform::Plogp result = *known;
    result.gap = statistics::PiecewiseLinear({{0.0, known->gap_of(Bytes(0)).value()}});
    return result;
}

Route route_of(const Glance& glance, Seconds gap, const platform::Plogp& hosts) {
    const Seconds least = hosts.gap_of(Bytes(0));
    const Seconds for_data = std::max(gap - least, policy::kLeastPartOfLink * gap);
    Route result{.kind = Route::Kind::kBetweenClusters, .from = glance.from, .to = glance.to};
    fit::PlogpMeasurement& measurement = result.measurement;
    measurement.plogp =
        plogp_of({.latency = std::max(Seconds(0.0), 0.5 * glance.round_trip - least),
                  .bandwidth = BytesPerSecond(static_cast<double>(glance.size.value()) / for_data.value())},
                 hosts);
    measurement.round_trip = glance.round_trip;
    measurement.evidence.round_trip = fit::median_interval({glance.round_trip.value()});
    measurement.evidence.samples = 1;
    measurement.evidence.gaps = {{.size = glance.size, .low = glance.pace.low, .high = glance.pace.high}};
    return result;
}

}  // namespace

std::vector<Route> routes_of(std::span<const Glance> glances, std::span<const Route> measured) {
    std::vector<Route> result;
    for (const Glance& there : glances) {
        const auto back = std::ranges::find_if(
            glances, [&](const Glance& other) { return other.from == there.to && other.to == there.from; });
        if (there.from > there.to || back == glances.end()) {
            continue;
        }
        const platform::Plogp* const ends = hosts_of(there.from, there.to, measured);
        const platform::Plogp hosts = ends != nullptr ? *ends : unknown_hosts(measured);
        const platform::DirectionTest test{.size = there.size,
                                           .there = there.pace.gap,
                                           .back = back->pace.gap,
                                           .differ = !is_like(there.pace.gap, back->pace.gap)};
        Route route = route_of(there, test.differ ? test.there : 0.5 * (test.there + test.back), hosts);
        route.symmetric = !test.differ;
        route.directions = test;
        result.push_back(route);
        if (test.differ) {
            route = route_of(*back, test.back, hosts);
            route.symmetric = false;
            result.push_back(route);
        }
    }
    return result;
}

}  // namespace causeway::discovery
