#include "causeway/planner/bound.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace causeway::planner {

namespace {

/// Shortest sums of latencies from `source` to every cluster (Bellman, Ford); infinite: not reachable.
std::vector<Seconds> latencies_from(const platform::Platform& platform, int source) {
    const int n = platform.num_clusters();
    std::vector<Seconds> distance(static_cast<std::size_t>(n), Seconds::infinity());
    distance[static_cast<std::size_t>(source)] = Seconds(0.0);
    bool changed = true;
    while (changed) {
        changed = false;
        const auto relax = [&](int from, int to, Seconds latency) {
            const Seconds candidate = distance[static_cast<std::size_t>(from)] + latency;
            if (candidate < distance[static_cast<std::size_t>(to)]) {
                distance[static_cast<std::size_t>(to)] = candidate;
                changed = true;
            }
        };
        for (const platform::Link& link : platform.links) {
            if (link.plogp) {
                relax(link.from, link.to, link.plogp->latency);
                if (link.symmetric) {
                    relax(link.to, link.from, link.plogp->latency);
                }
            }
        }
    }
    return distance;
}

/// The least time in which `message` bytes pass, in pieces of any sizes: g(s) / s is least at a point of the
/// table or at the whole message, as it is monotonic between them.
Seconds least_occupation(const platform::Plogp& plogp, Bytes message) {
    Seconds least = plogp.gap_of(message);
    const auto size = static_cast<double>(message.value());
    for (const statistics::PiecewiseLinear::Point& point : plogp.gap.points()) {
        if (point.x > 0.0 && point.x < size) {
            least = std::min(least, Seconds(point.y * (size / point.x)));
        }
    }
    return least;
}

Seconds fastest_way_in(const platform::Platform& platform, int cluster, Bytes message) {
    Seconds best = Seconds::infinity();
    for (int from = 0; from < platform.num_clusters(); ++from) {
        const platform::Link* link = from == cluster ? nullptr : platform.find_link(from, cluster);
        if (link != nullptr && link->plogp) {
            best = std::min(best, least_occupation(*link->plogp, message));
        }
    }
    return best;
}

}  // namespace

Bound broadcast_bound(const platform::Platform& platform, const platform::Placement& placement, int root,
                      Bytes message) {
    const int root_cluster = placement.cluster_of(root);
    const std::vector<Seconds> latency = latencies_from(platform, root_cluster);
    std::vector<int> hosts_in(static_cast<std::size_t>(platform.num_clusters()), 0);
    for (const int cluster : placement.cluster_of_host) {
        ++hosts_in[static_cast<std::size_t>(cluster)];
    }
    Bound bound{Seconds(0.0), "one host holds all processes"};
    for (int c = 0; c < platform.num_clusters(); ++c) {
        const platform::Cluster& cluster = platform.clusters[static_cast<std::size_t>(c)];
        if (c == root_cluster || hosts_in[static_cast<std::size_t>(c)] == 0) {
            continue;
        }
        const Seconds way_in = fastest_way_in(platform, c, message);
        const Seconds total = latency[static_cast<std::size_t>(c)] + way_in;
        if (total > bound.time) {
            bound.time = total;
            bound.reason = fmt::format("{} once into {} ({}) and {} of latency", base::to_text(message), cluster.name,
                                       base::to_text(way_in), base::to_text(latency[static_cast<std::size_t>(c)]));
        }
    }
    const platform::Cluster& root_own = platform.clusters[static_cast<std::size_t>(root_cluster)];
    if (hosts_in[static_cast<std::size_t>(root_cluster)] > 1 && root_own.plogp) {
        Seconds inside = root_own.plogp->latency + least_occupation(*root_own.plogp, message);
        if (hosts_in[static_cast<std::size_t>(root_cluster)] < placement.num_hosts()) {
            // Or out to another cluster and back in.
            inside = std::min(inside, fastest_way_in(platform, root_cluster, message));
        }
        if (inside > bound.time) {
            bound = {inside, fmt::format("{} once into a host of {}", base::to_text(message), root_own.name)};
        }
    }
    return bound;
}

}  // namespace causeway::planner
