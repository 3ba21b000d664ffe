#include "causeway/discovery/known_way.hpp"

#include "causeway/policy/measurement.hpp"

#include <algorithm>

namespace causeway::discovery {

namespace {

/// Null: not measured.
const platform::Plogp* inside_of(int cluster, std::span<const Route> inside) {
    const auto found = std::find_if(inside.begin(), inside.end(), [&](const Route& route) {
        return route.kind == Route::Kind::kWithinCluster && route.from == cluster;
    });
    return found == inside.end() ? nullptr : &found->measurement.plogp;
}

}  // namespace

const platform::Plogp* hosts_of(int cluster, int other, std::span<const Route> inside) {
    const platform::Plogp* const own = inside_of(cluster, inside);
    const platform::Plogp* const others = inside_of(other, inside);
    const bool is_other_slower =
        own == nullptr || (others != nullptr && others->gap_of(Bytes(0)) > own->gap_of(Bytes(0)));
    return is_other_slower ? others : own;
}

platform::Plogp plogp_of(const KnownWay& way, const platform::Plogp& hosts) {
    const Seconds least = hosts.gap_of(Bytes(0));
    const Seconds largest =
        std::max(hosts.gap_of(policy::kSizeOfMonitored),
                 least + Seconds(static_cast<double>(policy::kSizeOfMonitored.value()) / way.bandwidth.value()));
    platform::Plogp result = hosts;
    result.latency = way.latency;
    result.gap = statistics::PiecewiseLinear(
        {{0.0, least.value()}, {static_cast<double>(policy::kSizeOfMonitored.value()), largest.value()}});
    result.delivery.reset();
    result.shared_gap.reset();
    return result;
}

}  // namespace causeway::discovery
