#include "causeway/diagnosis/routes.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace causeway::diagnosis {

namespace {

void add_route(std::vector<Route>& routes, std::string name, const std::optional<platform::Plogp>& plogp,
               const platform::Link* link) {
    if (!plogp || !(plogp->latency > Seconds(0.0))) {
        return;
    }
    std::optional<BytesPerSecond> rate = plogp->rate();
    if (link != nullptr && link->shared_capacity) {
        rate = rate ? std::max(*rate, *link->shared_capacity) : *link->shared_capacity;
    }
    if (rate) {
        routes.push_back({.name = std::move(name),
                          .rate = *rate,
                          .round_trip = 2.0 * plogp->latency,
                          .per_flow_limit = link == nullptr ? std::nullopt : link->per_flow_limit});
    }
}

std::optional<int> cluster_of(const platform::Platform& platform, std::string_view host) {
    for (int cluster = 0; cluster < platform.num_clusters(); ++cluster) {
        const std::vector<std::string>& hosts = platform.clusters[static_cast<std::size_t>(cluster)].hosts;
        if (std::find(hosts.begin(), hosts.end(), host) != hosts.end()) {
            return cluster;
        }
    }
    return std::nullopt;
}

}  // namespace

Bytes Route::filling() const {
    constexpr double kMost = 1e18;  // a platform file may say anything
    return Bytes(static_cast<std::int64_t>(std::min(std::ceil(rate.value() * round_trip.value()), kMost)));
}

std::vector<Route> routes_of(const platform::Platform& platform, std::string_view host) {
    const std::optional<int> own = cluster_of(platform, host);
    const auto name = [&](int cluster) { return platform.clusters[static_cast<std::size_t>(cluster)].name; };
    std::vector<Route> routes;
    for (const platform::Link& link : platform.links) {
        if (!own || link.from == *own || link.to == *own) {
            add_route(routes, fmt::format("{} -> {}", name(link.from), name(link.to)), link.plogp, &link);
        }
    }
    for (int cluster = 0; cluster < platform.num_clusters(); ++cluster) {
        if (!own || cluster == *own) {
            add_route(routes, "inside " + name(cluster), platform.clusters[static_cast<std::size_t>(cluster)].plogp,
                      nullptr);
        }
    }
    return routes;
}

const Route* fattest(const std::vector<Route>& routes) {
    const auto found = std::max_element(routes.begin(), routes.end(), [](const Route& one, const Route& other) {
        return one.filling() < other.filling();
    });
    return found == routes.end() ? nullptr : &*found;
}

std::string filling_text(const Route& route) {
    return fmt::format("{} x {} = {}", base::to_text(route.rate), base::to_text(route.round_trip),
                       base::rounded_text(route.filling()));
}

}  // namespace causeway::diagnosis
