#include "causeway/planner/time_bound.hpp"

#include "causeway/base/matrix.hpp"
#include "causeway/base/shortest_ways.hpp"
#include "causeway/base/text.hpp"
#include "causeway/planner/border_crossing.hpp"
#include "causeway/planner/border_traffic.hpp"
#include "causeway/planner/gossip_bound.hpp"
#include "causeway/platform/flows.hpp"
#include "causeway/platform/groups_of_clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
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
        if (operation_ == Operation::kAllreduce && message_.value() > 0) {
            look_at_all_clusters();
            look_at_all_hosts();
        }
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
        const BorderTraffic traffic =
            border_traffic(operation_, holds_root, inside, placement_.num_processes() - inside, message_);
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

    /// `what`: "clusters".
    void look_at_parties(std::vector<BorderRates> parties, Seconds latency, std::string_view what) {
        const GossipBound all = gossip_bound(std::move(parties));
        if (all.num_parties == 0) {
            return;
        }
        raise_to(all.time + latency, [&] {
            return fmt::format("{} times {} between {} {} ({} by all their borders together) and {} of latency",
                               all.num_messages(), base::to_text(message_), all.num_parties, what,
                               base::to_text(all.time), base::to_text(latency));
        });
    }

    [[nodiscard]] BorderRates rates_of_cluster(int number) const {
        const auto rate = [&](Direction direction) {
            return 1.0 / crossing(platform_, links_, num_hosts_, number, direction, message_).time.value();
        };
        return {.in = rate(Direction::kIn), .out = rate(Direction::kOut)};
    }

    static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

    /// Of an allreduce: the groups of each depth, with the clusters that are in none, and last all clusters.
    void look_at_all_clusters() {
        std::vector<int> depth;  // [group]
        for (const platform::GroupOfClusters& group : groups_) {
            depth.push_back(group.parent < 0 ? 0 : depth[static_cast<std::size_t>(group.parent)] + 1);
        }
        const int deepest = depth.empty() ? -1 : *std::max_element(depth.begin(), depth.end());
        for (int level = 0; level <= deepest; ++level) {
            std::vector<const platform::GroupOfClusters*> groups;
            for (std::size_t group = 0; group < groups_.size(); ++group) {
                if (depth[group] == level) {
                    groups.push_back(&groups_[group]);
                }
            }
            look_at_groups(groups);
        }
        look_at_groups({});
    }

    /// These, and the clusters that are in none of them.
    void look_at_groups(const std::vector<const platform::GroupOfClusters*>& groups) {
        std::vector<BorderRates> parties;
        Seconds latency = Seconds::infinity();
        const auto add = [&](const std::vector<int>& clusters, BorderRates most) {
            BorderRates together;
            for (const int number : clusters) {
                if (latency_.count(number) > 0) {
                    const BorderRates own = rates_of_cluster(number);
                    together = {together.in + own.in, together.out + own.out};
                    latency = std::min(latency, nearest(number, Direction::kIn, clusters));
                }
            }
            if (together.in > 0.0) {
                parties.push_back({std::min(together.in, most.in), std::min(together.out, most.out)});
            }
        };
        std::set<int> in_groups;
        for (const platform::GroupOfClusters* group : groups) {
            const auto rate = [&](const std::optional<BytesPerSecond>& capacity) {
                return capacity ? 1.0 / (message_ / *capacity).value() : kUnlimited;
            };
            add(group->clusters, {.in = rate(group->downlink_capacity), .out = rate(group->uplink_capacity)});
            in_groups.insert(group->clusters.begin(), group->clusters.end());
        }
        for (const auto& [number, ignored] : latency_) {
            if (in_groups.count(number) == 0) {
                add({number}, {.in = kUnlimited, .out = kUnlimited});
            }
        }
        look_at_parties(std::move(parties), latency, groups.empty() ? "clusters" : "groups of clusters");
    }

    /// The same of all hosts, where it is known what each of them sends to others.
    void look_at_all_hosts() {
        std::vector<BorderRates> hosts;
        Seconds latency = Seconds::infinity();
        for (const auto& [number, ignored] : latency_) {
            const platform::Cluster& own = cluster(number);
            const int num_hosts = num_hosts_[static_cast<std::size_t>(number)];
            if (num_hosts == 1) {
                hosts.push_back(rates_of_cluster(number));
                latency = std::min(latency, nearest(number, Direction::kIn, {number}));
                continue;
            }
            if (own.ethernet || !own.plogp) {
                return;
            }
            const HostCost in = cost_of_host(number, Direction::kIn, message_);
            const HostCost out = cost_of_host(number, Direction::kOut, message_);
            hosts.insert(hosts.end(), static_cast<std::size_t>(num_hosts),
                         {1.0 / in.whole.value(), 1.0 / out.whole.value()});
            latency = std::min({latency, in.first, out.first});
        }
        look_at_parties(std::move(hosts), latency, "hosts");
    }

    /// What a host beside others of its cluster takes at least for data.
    struct HostCost {
        Seconds first;  ///< the latency of its first byte
        Seconds whole;  ///< its interface is busy
    };

    /// What goes over a link takes a host's interface as long as a message of a neighbour does, or as long as a flow
    /// over the link if that is faster. Of a cluster with pLogP parameters.
    [[nodiscard]] HostCost cost_of_host(int number, Direction direction, Bytes data) const {
        const platform::Plogp& plogp = *cluster(number).plogp;
        HostCost cost{plogp.latency, platform::least_occupation(plogp, data)};
        if (latency_.size() > 1) {
            const Crossing way = crossing(platform_, links_, num_hosts_, number, direction, data);
            cost = {std::min(cost.first, way.latency), std::min(cost.whole, way.one_flow)};
        }
        return cost;
    }

    /// What goes over links passes a host by its interface, beside what goes through its processor.
    [[nodiscard]] Seconds beside_other_clusters(int number, Direction direction, Bytes data,
                                                Seconds by_processor) const {
        if (latency_.size() == 1) {
            return by_processor;
        }
        const std::optional<platform::Plogp>& inside = cluster(number).plogp;
        const Crossing way = crossing(platform_, links_, num_hosts_, number, direction, data);
        const Seconds by_interface =
            std::min(way.one_flow, inside ? platform::least_occupation(*inside, data) : way.at_border);
        return Seconds(1.0 / (1.0 / by_processor.value() + 1.0 / by_interface.value()));
    }

    /// A host beside others of its cluster.
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
                raise_to(beside_other_clusters(number, direction, data, own.ethernet->least_cost(place, data)),
                         [&] { return fmt::format("{} through the slowest processor", base::to_text(data)); });
            }
            return;
        }
        const bool is_alone = num_hosts_[static_cast<std::size_t>(number)] == 1;
        if (!own.plogp || is_alone || !looked_at_.emplace(number, direction, data.value()).second) {
            return;
        }
        const HostCost cost = cost_of_host(number, direction, data);
        raise_to(cost.first + cost.whole, [&] {
            return fmt::format("{} {} a host of {} and {} of latency", base::to_text(data),
                               direction == Direction::kIn ? "into" : "out of", own.name, base::to_text(cost.first));
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
