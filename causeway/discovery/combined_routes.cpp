#include "causeway/discovery/combined_routes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::discovery {

std::optional<ContradictedRate> contradiction_of(const std::vector<Route>& routes, std::pair<int, int> link,
                                                 const BelievedMonitoring& monitoring,
                                                 const clustering::Partition& clusters) {
    const auto measured = std::find_if(routes.begin(), routes.end(), [&](const Route& route) {
        return route.from == link.first && route.to == link.second;
    });
    const auto way = monitored_way(monitoring, clusters[static_cast<std::size_t>(link.first)],
                                   clusters[static_cast<std::size_t>(link.second)]);
    if (measured == routes.end() || !way || !is_rate_grossly_off(measured->measurement.plogp, way->bandwidth)) {
        return std::nullopt;
    }
    return ContradictedRate{.from = link.first, .to = link.second, .monitored = way->bandwidth};
}

std::vector<Route> with_monitored_directions(std::vector<Route> routes, const BelievedMonitoring& monitoring,
                                             const clustering::Partition& clusters) {
    if (monitoring.latencies.size() == 0) {
        return routes;
    }
    std::vector<Route> result;
    for (Route& route : routes) {
        std::optional<Seconds> difference;
        if (route.kind == Route::Kind::kBetweenClusters && !route.is_monitored) {
            difference = monitored_difference(monitoring, clusters[static_cast<std::size_t>(route.from)],
                                              clusters[static_cast<std::size_t>(route.to)]);
        }
        if (!difference) {
            result.push_back(std::move(route));
            continue;
        }
        const auto shifted = [&](Route one, Seconds by) {
            Seconds& latency = one.measurement.plogp.latency;
            latency = std::max(Seconds(0.0), latency + by);
            return one;
        };
        if (route.symmetric) {
            Route back = shifted(route, -0.5 * *difference);
            std::swap(back.from, back.to);
            back.symmetric = false;
            back.directions.reset();
            result.push_back(std::move(back));
            route.symmetric = false;
        }
        result.push_back(shifted(std::move(route), 0.5 * *difference));
    }
    return result;
}

std::vector<std::pair<int, int>> all_links_but(const std::vector<std::pair<int, int>>& links, int num_clusters) {
    std::vector<std::pair<int, int>> result;
    for (int a = 0; a < num_clusters; ++a) {
        for (int b = a + 1; b < num_clusters; ++b) {
            if (std::find(links.begin(), links.end(), std::pair(a, b)) == links.end()) {
                result.emplace_back(a, b);
            }
        }
    }
    return result;
}

}  // namespace causeway::discovery
