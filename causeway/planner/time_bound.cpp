#include "causeway/planner/time_bound.hpp"

#include "causeway/base/matrix.hpp"
#include "causeway/base/shortest_ways.hpp"
#include "causeway/base/text.hpp"
#include "causeway/platform/flows.hpp"
#include "causeway/platform/groups_of_clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace causeway::planner {

namespace {

using scheme::Operation;

/// Shortest sums of latencies from `source` to every cluster; infinite: not reachable.
std::vector<Seconds> latencies_from(const base::SquareMatrix<const platform::Link*>& links, int source) {
    const int n = links.size();
    return base::shortest_ways<Seconds>(static_cast<std::size_t>(n), source, {Seconds(0.0), Seconds::infinity()},
                                        [&](int from, Seconds reached, const auto& reach) {
                                            for (int to = 0; to < n; ++to) {
                                                const platform::Link* link = links(from, to);
                                                if (link != nullptr && link->plogp) {
                                                    reach(to, to, reached + link->plogp->latency);
                                                }
                                            }
                                        })
        .cost;
}

enum class Direction { kOut, kIn };

/// How fast a message passes the border of a cluster, and by what.
struct Crossing {
    Seconds time = Seconds::infinity();
    std::string by;                              ///< "its downlink of 20 MB/s"; empty: its fastest link
    Seconds fastest_link = Seconds::infinity();  ///< the time if all of it took the fastest link
    Seconds latency = Seconds::infinity();       ///< the least of the links
};

/// Between `cluster` and others that hold a process. `num_hosts`: that hold one, [cluster].
Crossing crossing(const platform::Platform& platform, const base::SquareMatrix<const platform::Link*>& links,
                  const std::vector<int>& num_hosts, int cluster, Direction direction, Bytes message) {
    Crossing result;
    int num_links = 0;
    double rate = 0.0;  // of all links together, in messages per second
    for (int other = 0; other < platform.num_clusters(); ++other) {
        if (other == cluster || num_hosts[static_cast<std::size_t>(other)] == 0) {
            continue;
        }
        const platform::Link* link = direction == Direction::kOut ? links(cluster, other) : links(other, cluster);
        if (link == nullptr || !link->plogp) {
            continue;
        }
        const Seconds alone = platform::least_time_over(*link, num_hosts[static_cast<std::size_t>(cluster)],
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

/// What must cross the border of a cluster or of a host.
struct Traffic {
    Bytes in;
    Bytes out;
};

/// Of `inside` processes beside `outside` others.
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
        case Operation::kNeighborAllgather:
        case Operation::kNeighborAlltoall:
            break;  // neighbours may all be inside
        case Operation::kScan:
            break;  // see bound_of
    }
    return {};
}

/// The greatest of all bounds that one border gives.
class Borders {
public:
    Borders(Operation operation, const platform::Platform& platform, const platform::Placement& placement, int root,
            Bytes message)
        : operation_(operation),
          platform_(platform),
          placement_(placement),
          root_cluster_(placement.cluster_of(root)),
          root_host_(placement.host_of[static_cast<std::size_t>(root)]),
          message_(message),
          links_(platform::links_between(platform)),
          groups_(platform::groups_of_clusters(platform)),
          num_hosts_(static_cast<std::size_t>(platform.num_clusters()), 0),
          on_host_(placement.cluster_of_host.size(), 0),
          in_cluster_(num_hosts_.size(), 0) {
        for (const int cluster : placement.cluster_of_host) {
            ++num_hosts_[static_cast<std::size_t>(cluster)];
        }
        for (int process = 0; process < placement.num_processes(); ++process) {
            ++in_cluster_[static_cast<std::size_t>(placement.cluster_of(process))];
            ++on_host_[static_cast<std::size_t>(placement.host_of[static_cast<std::size_t>(process)])];
        }
        for (int from = 0; from < platform_.num_clusters(); ++from) {
            if (in_cluster_[static_cast<std::size_t>(from)] > 0) {
                latency_.emplace(from, latencies_from(links_, from));
            }
        }
    }

    [[nodiscard]] TimeBound bound() {
        look_at_latencies();
        look_at_all_clusters();
        for (const Direction direction : {Direction::kIn, Direction::kOut}) {
            for (const auto& [cluster, ignored] : latency_) {
                const std::int64_t inside = in_cluster_[static_cast<std::size_t>(cluster)];
                look_at_cluster(cluster, direction, across(direction, cluster == root_cluster_, inside));
            }
            for (const platform::GroupOfClusters& group : groups_) {
                look_at_group(group, direction);
            }
            for (int host = 0; host < placement_.num_hosts() && placement_.num_hosts() > 1; ++host) {
                const std::int64_t inside = on_host_[static_cast<std::size_t>(host)];
                look_at_host(host, direction, across(direction, host == root_host_, inside));
            }
        }
        return bound_;
    }

private:
    [[nodiscard]] const platform::Cluster& cluster(int number) const {
        return platform_.clusters[static_cast<std::size_t>(number)];
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
            case Operation::kNeighborAllgather:
            case Operation::kNeighborAlltoall:
                return false;  // nor is it known who is
            default:
                return true;
        }
    }

    /// What crosses the border of so many processes.
    [[nodiscard]] Bytes across(Direction direction, bool holds_root, std::int64_t inside) const {
        const Traffic traffic =
            traffic_of(operation_, holds_root, inside, placement_.num_processes() - inside, message_);
        return direction == Direction::kIn ? traffic.in : traffic.out;
    }

    /// `reason`: a function that words it, called if it is the greatest so far.
    template <typename Reason>
    void raise_to(Seconds time, const Reason& reason) {
        if (time > bound_.time) {
            bound_ = {time, reason()};
        }
    }

    void look_at_latencies() {
        for (const auto& [from, latencies] : latency_) {
            const platform::Cluster& own = cluster(from);
            if (is_heard(from, from) && num_hosts_[static_cast<std::size_t>(from)] > 1 && own.plogp && !own.ethernet) {
                const Seconds latency = own.plogp->latency;
                raise_to(latency, [&] {
                    return fmt::format("{} of latency between hosts of {}", base::to_text(latency), own.name);
                });
            }
            for (const auto& [to, ignored] : latency_) {
                const Seconds latency = latencies[static_cast<std::size_t>(to)];
                if (from != to && is_heard(from, to)) {
                    const std::string& other = cluster(to).name;
                    raise_to(latency, [&] {
                        return fmt::format("{} of latency from {} to {}", base::to_text(latency), own.name, other);
                    });
                }
            }
        }
    }

    /// The least latency between a cluster and others that are not `inside` with it, of those that hear of each other.
    [[nodiscard]] Seconds nearest(int number, Direction direction, const std::vector<int>& inside) const {
        Seconds result = Seconds::infinity();
        for (const auto& [other, latencies] : latency_) {
            const bool is_in = direction == Direction::kIn;
            if (!std::binary_search(inside.begin(), inside.end(), other) &&
                (is_in ? is_heard(other, number) : is_heard(number, other))) {
                result = std::min(result, is_in ? latencies[static_cast<std::size_t>(number)]
                                                : latency_.at(number)[static_cast<std::size_t>(other)]);
            }
        }
        return result;
    }

    /// What several clusters share.
    void look_at_group(const platform::GroupOfClusters& group, Direction direction) {
        const std::optional<BytesPerSecond>& capacity =
            direction == Direction::kOut ? group.uplink_capacity : group.downlink_capacity;
        std::int64_t inside = 0;
        Seconds latency = Seconds::infinity();
        for (const int member : group.clusters) {
            const std::int64_t own = in_cluster_[static_cast<std::size_t>(member)];
            inside += own;
            latency = own > 0 ? std::min(latency, nearest(member, direction, group.clusters)) : latency;
        }
        if (!capacity || inside == 0 || inside == placement_.num_processes()) {
            return;
        }
        const Bytes data = across(direction, group.has(root_cluster_), inside);
        if (data.value() > 0) {
            raise_to(data / *capacity + latency, [&] {
                return fmt::format("{} {} {} ({} by its {} of {}) and {} of latency", base::to_text(data),
                                   direction == Direction::kIn ? "into" : "out of", group.name,
                                   base::to_text(data / *capacity),
                                   direction == Direction::kOut ? "uplink" : "downlink", base::to_text(*capacity),
                                   base::to_text(latency));
            });
        }
    }

    void look_at_cluster(int number, Direction direction, Bytes data) {
        if (data.value() == 0 || latency_.size() == 1) {
            return;
        }
        const Crossing way = crossing(platform_, links_, num_hosts_, number, direction, data);
        const Seconds latency = nearest(number, direction, {number});
        raise_to(way.time + latency, [&] {
            return fmt::format("{} {} {} ({}) and {} of latency", base::to_text(data),
                               direction == Direction::kIn ? "into" : "out of", cluster(number).name, time_text(way),
                               base::to_text(latency));
        });
    }

    /// Where everybody needs what all have made one, of k parties who send each other messages 2k - 2 are needed:
    /// before the first one knows of all, each other one has sent, and each other one has to hear after that (the
    /// gossip problem with one-way calls; Harary and Schwenk 1974). So much of the data passes the borders of k - 1
    /// clusters and of the others together: the narrowest ones, one after another.
    void look_at_all_clusters() {
        if (operation_ != Operation::kAllreduce || message_.value() == 0) {
            return;
        }
        struct Rates {  // messages per second
            double in = 0.0;
            double out = 0.0;
        };
        std::vector<Rates> clusters;
        Rates others;
        Seconds latency = Seconds::infinity();
        const auto rate_of = [this](int number, Direction direction) {
            return 1.0 / crossing(platform_, links_, num_hosts_, number, direction, message_).time.value();
        };
        for (const auto& [number, ignored] : latency_) {
            const Rates& own =
                clusters.emplace_back(Rates{rate_of(number, Direction::kIn), rate_of(number, Direction::kOut)});
            others = {others.in + own.in, others.out + own.out};
            latency = std::min(latency, nearest(number, Direction::kIn, {number}));
        }
        std::sort(clusters.begin(), clusters.end(),
                  [](const Rates& a, const Rates& b) { return a.in + a.out < b.in + b.out; });
        Rates alone;
        for (std::size_t k = 1; k < clusters.size(); ++k) {
            const Rates& next = clusters[k - 1];
            alone = {alone.in + next.in, alone.out + next.out};
            others = {others.in - next.in, others.out - next.out};
            const double rate =
                std::min(alone.in + std::min(alone.out, others.in), alone.out + std::min(alone.in, others.out));
            const Seconds time(2.0 * static_cast<double>(k) / rate);
            raise_to(time + latency, [&] {
                return fmt::format(
                    "{} times {} between {} clusters ({} by all their borders together) and {} of latency", 2 * k,
                    base::to_text(message_), k + 1, base::to_text(time), base::to_text(latency));
            });
        }
    }

    /// A host beside others of its cluster. What goes over a link takes its interface as long as a message of a
    /// neighbour does, or as long as the link if that is faster.
    void look_at_host(int host, Direction direction, Bytes data) {
        const int number = placement_.cluster_of_host[static_cast<std::size_t>(host)];
        const platform::Cluster& own = cluster(number);
        if (data.value() == 0) {
            return;
        }
        if (own.ethernet) {
            const int place =
                placement_.place_in_cluster.empty() ? -1 : placement_.place_in_cluster[static_cast<std::size_t>(host)];
            if (place >= 0) {
                raise_to(own.ethernet->least_cost(place, data),
                         [&] { return fmt::format("{} through the slowest processor", base::to_text(data)); });
            }
            return;
        }
        const bool is_alone = num_hosts_[static_cast<std::size_t>(number)] == 1;
        if (!own.plogp || is_alone || !looked_at_.emplace(number, direction, data.value()).second) {
            return;
        }
        Seconds first = own.plogp->latency;
        Seconds whole = platform::least_occupation(*own.plogp, data);
        if (latency_.size() > 1) {
            const Crossing way = crossing(platform_, links_, num_hosts_, number, direction, data);
            first = std::min(first, way.latency);
            whole = std::min(whole, way.fastest_link);
        }
        raise_to(first + whole, [&] {
            return fmt::format("{} {} a host of {} and {} of latency", base::to_text(data),
                               direction == Direction::kIn ? "into" : "out of", own.name, base::to_text(first));
        });
    }

    Operation operation_;
    const platform::Platform& platform_;
    const platform::Placement& placement_;
    int root_cluster_;
    int root_host_;
    Bytes message_;
    base::SquareMatrix<const platform::Link*> links_;
    std::vector<platform::GroupOfClusters> groups_;
    std::vector<int> num_hosts_;                   ///< that hold a process, [cluster]
    std::vector<std::int64_t> on_host_;            ///< processes, [host]
    std::vector<std::int64_t> in_cluster_;         ///< processes, [cluster]
    std::map<int, std::vector<Seconds>> latency_;  ///< from each cluster with processes to every cluster
    /// Cluster, direction and bytes of hosts: those that have them alike have one bound.
    std::set<std::tuple<int, Direction, std::int64_t>> looked_at_;
    TimeBound bound_{Seconds(0.0), "one host holds all processes"};
};

}  // namespace

std::array<std::pair<Operation, int>, 2> parts_of_scan(int num_processes) {
    return {{{Operation::kReduce, num_processes - 1}, {Operation::kBroadcast, 0}}};
}

TimeBound bound_of(Operation operation, const platform::Platform& platform, const platform::Placement& placement,
                   int root, Bytes message) {
    if (operation != Operation::kScan) {
        return Borders(operation, platform, placement, root, message).bound();
    }
    TimeBound bound;
    for (const auto& [part, its_root] : parts_of_scan(placement.num_processes())) {
        const TimeBound of_part = Borders(part, platform, placement, its_root, message).bound();
        bound = of_part.time >= bound.time ? of_part : bound;
    }
    return bound;
}

Seconds least_among_neighbours(const platform::Platform& platform, const platform::Placement& placement,
                               const scheme::Neighbourhood& neighbourhood) {
    const base::SquareMatrix<const platform::Link*> links = platform::links_between(platform);
    std::map<int, std::vector<Seconds>> latencies;  // from each cluster
    Seconds longest;
    const scheme::Receivers receivers = neighbourhood.receivers(placement.num_processes());
    for (int from = 0; from < placement.num_processes(); ++from) {
        const int cluster = placement.cluster_of(from);
        for (const int to : receivers[static_cast<std::size_t>(from)]) {
            if (placement.cluster_of(to) == cluster) {
                continue;
            }
            const auto known = latencies.find(cluster);
            const std::vector<Seconds>& of_cluster =
                known != latencies.end() ? known->second
                                         : latencies.emplace(cluster, latencies_from(links, cluster)).first->second;
            longest = std::max(longest, of_cluster[static_cast<std::size_t>(placement.cluster_of(to))]);
        }
    }
    return longest;
}

}  // namespace causeway::planner
