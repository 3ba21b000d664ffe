#include "causeway/page/time_lines.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace causeway::page {

namespace {

const std::string& cluster_name(const platform::Platform& platform, int cluster) {
    return platform.clusters[static_cast<std::size_t>(cluster)].name;
}

}  // namespace

Seconds RouteOfCall::end() const {
    Seconds last;
    for (const TimedMessage* message : messages) {
        last = std::max(last, message->arrival);
    }
    return last;
}

std::string name_of(const RouteOfCall& route, const platform::Platform& platform) {
    const std::string& from = cluster_name(platform, route.from);
    return route.is_inside() ? "inside " + from : fmt::format("{} to {}", from, cluster_name(platform, route.to));
}

std::vector<RouteOfCall> routes_of(const TimedCall& call) {
    std::vector<RouteOfCall> routes;
    std::map<std::pair<int, int>, std::size_t> known;
    for (const TimedMessage& message : call.messages) {
        const std::pair route(call.placement->cluster_of(message.from), call.placement->cluster_of(message.to));
        const auto [entry, is_new] = known.try_emplace(route, routes.size());
        if (is_new) {
            routes.push_back({.from = route.first, .to = route.second, .size = Bytes(0)});
        }
        RouteOfCall& known_route = routes[entry->second];
        known_route.size = known_route.size + message.size;
        known_route.messages.push_back(&message);
    }
    return routes;
}

std::vector<report::TraceGroup> trace_of(const std::vector<TimedCall>& calls, const platform::Platform& platform) {
    std::vector<report::TraceGroup> groups;
    for (const TimedCall& call : calls) {
        report::TraceGroup group{
            .name = fmt::format("{}: {} ({})", call.name, call.plan, call.is_observed ? "observed" : "simulated"),
            .rows = {},
            .slices = {}};
        for (std::size_t rank = 0; rank < call.rank_hosts.size(); ++rank) {
            group.rows.push_back(
                fmt::format("rank {}, {} in {}", rank, call.rank_hosts[rank],
                            cluster_name(platform, call.placement->cluster_of(static_cast<int>(rank)))));
        }
        for (const TimedMessage& message : call.messages) {
            const bool is_inside = call.placement->cluster_of(message.from) == call.placement->cluster_of(message.to);
            group.slices.push_back({.row = message.from,
                                    .name = fmt::format("{} to {}", base::to_text(message.size), message.to),
                                    .category = is_inside ? "inside a cluster" : "between clusters",
                                    .begin = message.begin,
                                    .end = message.arrival,
                                    .details = {{"to", message.to}, {"bytes", message.size.value()}}});
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace causeway::page
