#include "causeway/planner/time_bound.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
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

/// What the message takes of a processor's time at least, of the host for which that is longest; 0 where hosts are not
/// known one by one.
Seconds slowest_processor(const platform::Platform& platform, const platform::Placement& placement, Bytes message) {
    Seconds slowest;
    for (std::size_t host = 0; host < placement.place_in_cluster.size() && placement.num_hosts() > 1; ++host) {
        const auto& ethernet = platform.clusters[static_cast<std::size_t>(placement.cluster_of_host[host])].ethernet;
        if (ethernet && placement.place_in_cluster[host] >= 0) {
            slowest = std::max(slowest,
                               ethernet->hosts[static_cast<std::size_t>(placement.place_in_cluster[host])].of(message));
        }
    }
    return slowest;
}

enum class Direction { kOut, kIn };

/// How fast a message passes the border of a cluster, and by what.
struct Crossing {
    Seconds time = Seconds::infinity();
    std::string by;                              ///< "its downlink of 20 MB/s"; empty: its fastest link
    Seconds fastest_link = Seconds::infinity();  ///< the time if all of it took the fastest link
    Seconds latency = Seconds::infinity();       ///< the least of the links
};

/// The least time over a link of `num_hosts_from` x `num_hosts_to` pairs of hosts: of all its flows at once where they
/// are limited one by one, and no less than what they share takes.
Seconds least_time_over(const platform::Link& link, int num_hosts_from, int num_hosts_to, Bytes message) {
    const Seconds by_one_flow = least_occupation(*link.plogp, message);
    if (!link.per_flow_limit || !link.shared_capacity) {
        return by_one_flow;
    }
    const Seconds by_all_flows = by_one_flow / (static_cast<double>(num_hosts_from) * num_hosts_to);
    return std::min(by_one_flow, std::max(by_all_flows, message / *link.shared_capacity));
}

/// Between `cluster` and others that hold a process. `num_hosts`: that hold one, [cluster].
Crossing crossing(const platform::Platform& platform, const std::vector<int>& num_hosts, int cluster,
                  Direction direction, Bytes message) {
    Crossing result;
    int num_links = 0;
    double rate = 0.0;  // of all links together, in messages per second
    for (int other = 0; other < platform.num_clusters(); ++other) {
        if (other == cluster || num_hosts[static_cast<std::size_t>(other)] == 0) {
            continue;
        }
        const platform::Link* link =
            direction == Direction::kOut ? platform.find_link(cluster, other) : platform.find_link(other, cluster);
        if (link == nullptr || !link->plogp) {
            continue;
        }
        const Seconds alone = least_time_over(*link, num_hosts[static_cast<std::size_t>(cluster)],
                                              num_hosts[static_cast<std::size_t>(other)], message);
        ++num_links;
        rate += 1.0 / alone.value();
        result.fastest_link = std::min(result.fastest_link, alone);
        result.latency = std::min(result.latency, link->plogp->latency);
    }
    result.time = result.fastest_link;
    const platform::Cluster& own = platform.clusters[static_cast<std::size_t>(cluster)];
    const std::optional<BytesPerSecond>& capacity =
        direction == Direction::kOut ? own.uplink_capacity : own.downlink_capacity;
    if (!capacity) {
        return result;
    }
    const Seconds over_all_links(1.0 / rate);
    const Seconds by_capacity = message / *capacity;
    result.time = std::max(over_all_links, by_capacity);
    if (by_capacity > over_all_links) {
        result.by =
            fmt::format("its {} of {}", direction == Direction::kOut ? "uplink" : "downlink", base::to_text(*capacity));
    } else if (num_links > 1) {
        result.by = fmt::format("its {} links together", num_links);
    }
    return result;
}

/// "120 ms" or "120 ms by its 3 links together".
std::string time_text(const Crossing& crossing) {
    return crossing.by.empty() ? base::to_text(crossing.time)
                               : fmt::format("{} by {}", base::to_text(crossing.time), crossing.by);
}

}  // namespace

TimeBound broadcast_bound(const platform::Platform& platform, const platform::Placement& placement, int root,
                          Bytes message) {
    const int root_cluster = placement.cluster_of(root);
    const std::vector<Seconds> latency = latencies_from(platform, root_cluster);
    std::vector<int> num_hosts(static_cast<std::size_t>(platform.num_clusters()), 0);
    for (const int cluster : placement.cluster_of_host) {
        ++num_hosts[static_cast<std::size_t>(cluster)];
    }
    TimeBound bound{Seconds(0.0), "one host holds all processes"};
    Seconds nearest = Seconds::infinity();  // the least latency to another cluster
    for (int c = 0; c < platform.num_clusters(); ++c) {
        if (c == root_cluster || num_hosts[static_cast<std::size_t>(c)] == 0) {
            continue;
        }
        nearest = std::min(nearest, latency[static_cast<std::size_t>(c)]);
        const Crossing way_in = crossing(platform, num_hosts, c, Direction::kIn, message);
        const Seconds total = latency[static_cast<std::size_t>(c)] + way_in.time;
        if (total > bound.time) {
            bound.time = total;
            bound.reason = fmt::format("{} once into {} ({}) and {} of latency", base::to_text(message),
                                       platform.clusters[static_cast<std::size_t>(c)].name, time_text(way_in),
                                       base::to_text(latency[static_cast<std::size_t>(c)]));
        }
    }
    const platform::Cluster& root_own = platform.clusters[static_cast<std::size_t>(root_cluster)];
    const auto hosts_of_root =
        std::count(placement.cluster_of_host.begin(), placement.cluster_of_host.end(), root_cluster);
    const bool has_others = hosts_of_root < placement.num_hosts();
    const Crossing way_out = crossing(platform, num_hosts, root_cluster, Direction::kOut, message);
    if (has_others && way_out.time + nearest > bound.time) {
        bound = {way_out.time + nearest, fmt::format("{} once out of {} ({}) and {} of latency", base::to_text(message),
                                                     root_own.name, time_text(way_out), base::to_text(nearest))};
    }
    if (const Seconds slowest = slowest_processor(platform, placement, message); slowest > bound.time) {
        bound = {slowest, fmt::format("{} once through the slowest processor", base::to_text(message))};
    }
    if (hosts_of_root > 1 && root_own.plogp && !root_own.ethernet) {
        Seconds first = root_own.plogp->latency;
        Seconds whole = least_occupation(*root_own.plogp, message);
        if (has_others) {
            // Or out to other clusters and back in, in parts; what comes over any link takes the interface as long as a
            // message of a neighbour does, or as long as the link if that is faster.
            const Crossing way_in = crossing(platform, num_hosts, root_cluster, Direction::kIn, message);
            first = std::min(first, nearest + way_in.latency);
            whole = std::min(whole, way_in.fastest_link);
        }
        if (first + whole > bound.time) {
            bound = {first + whole, fmt::format("{} once into a host of {}", base::to_text(message), root_own.name)};
        }
    }
    return bound;
}

namespace {

using scheme::Operation;

/// What must cross the border of a cluster.
struct Traffic {
    Bytes in;
    Bytes out;
};

/// Of a cluster with `inside` processes beside `outside` others.
Traffic traffic_of(Operation operation, bool holds_root, std::int64_t inside, std::int64_t outside, Bytes message) {
    const Bytes none(0);
    switch (operation) {
        case Operation::kBroadcast:
            return holds_root ? Traffic{none, message} : Traffic{message, none};
        case Operation::kReduce:
            return holds_root ? Traffic{message, none} : Traffic{none, message};
        case Operation::kAllreduce:
            return {message, message};
        case Operation::kBarrier:
            return {none, none};
        case Operation::kGather:
            return holds_root ? Traffic{outside * message, none} : Traffic{none, inside * message};
        case Operation::kScatter:
            return holds_root ? Traffic{none, outside * message} : Traffic{inside * message, none};
        case Operation::kAllgather:
            return {outside * message, inside * message};
        case Operation::kReduceScatter:
            return {inside * message, outside * message};
        case Operation::kAlltoall:
            return {inside * outside * message, inside * outside * message};
    }
    return {};
}

/// What an operation asks of the links between clusters.
class BetweenClusters {
public:
    BetweenClusters(Operation operation, const platform::Platform& platform, const platform::Placement& placement,
                    int root)
        : operation_(operation),
          platform_(platform),
          placement_(placement),
          root_cluster_(placement.cluster_of(root)),
          num_hosts_(static_cast<std::size_t>(platform.num_clusters()), 0),
          num_processes_(num_hosts_.size(), 0) {
        for (const int cluster : placement.cluster_of_host) {
            ++num_hosts_[static_cast<std::size_t>(cluster)];
        }
        for (int process = 0; process < placement.num_processes(); ++process) {
            ++num_processes_[static_cast<std::size_t>(placement.cluster_of(process))];
        }
    }

    [[nodiscard]] TimeBound bound(Bytes message) {
        for (int from = 0; from < platform_.num_clusters(); ++from) {
            if (num_processes_[static_cast<std::size_t>(from)] > 0) {
                latency_.emplace(from, latencies_from(platform_, from));
            }
        }
        for (const auto& [from, latencies] : latency_) {
            for (const auto& [to, ignored] : latency_) {
                const Seconds latency = latencies[static_cast<std::size_t>(to)];
                if (from != to && is_heard(from, to) && latency > bound_.time) {
                    bound_ = {latency,
                              fmt::format("{} of latency from {} to {}", base::to_text(latency), name(from), name(to))};
                }
            }
        }
        for (const auto& [cluster, ignored] : latency_) {
            const std::int64_t inside = num_processes_[static_cast<std::size_t>(cluster)];
            const Traffic traffic =
                traffic_of(operation_, cluster == root_cluster_, inside, placement_.num_processes() - inside, message);
            look_at(cluster, Direction::kIn, traffic.in);
            look_at(cluster, Direction::kOut, traffic.out);
        }
        return bound_;
    }

private:
    [[nodiscard]] const std::string& name(int cluster) const {
        return platform_.clusters[static_cast<std::size_t>(cluster)].name;
    }

    /// Whether something of the one cluster must reach the other.
    [[nodiscard]] bool is_heard(int from, int to) const {
        switch (operation_) {
            case Operation::kBroadcast:
            case Operation::kScatter:
                return from == root_cluster_;
            case Operation::kReduce:
            case Operation::kGather:
                return to == root_cluster_;
            default:
                return true;
        }
    }

    /// The data crosses the border, and its first byte has the least latency across it before it.
    void look_at(int cluster, Direction direction, Bytes data) {
        if (data.value() == 0 || latency_.size() == 1) {
            return;
        }
        const Crossing way = crossing(platform_, num_hosts_, cluster, direction, data);
        Seconds nearest = Seconds::infinity();
        for (const auto& [other, latencies] : latency_) {
            if (other != cluster) {
                nearest = std::min(nearest, direction == Direction::kIn
                                                ? latencies[static_cast<std::size_t>(cluster)]
                                                : latency_.at(cluster)[static_cast<std::size_t>(other)]);
            }
        }
        if (way.time + nearest > bound_.time) {
            bound_ = {way.time + nearest, fmt::format("{} {} {} ({}) and {} of latency", base::to_text(data),
                                                      direction == Direction::kIn ? "into" : "out of", name(cluster),
                                                      time_text(way), base::to_text(nearest))};
        }
    }

    Operation operation_;
    const platform::Platform& platform_;
    const platform::Placement& placement_;
    int root_cluster_;
    std::vector<int> num_hosts_;                   ///< that hold a process, [cluster]
    std::vector<std::int64_t> num_processes_;      ///< [cluster]
    std::map<int, std::vector<Seconds>> latency_;  ///< from each cluster with processes to every cluster
    TimeBound bound_{Seconds(0.0), "one cluster holds all processes"};
};

}  // namespace

TimeBound bound_of(Operation operation, const platform::Platform& platform, const platform::Placement& placement,
                   int root, Bytes message) {
    return operation == Operation::kBroadcast ? broadcast_bound(platform, placement, root, message)
                                              : BetweenClusters(operation, platform, placement, root).bound(message);
}

}  // namespace causeway::planner
