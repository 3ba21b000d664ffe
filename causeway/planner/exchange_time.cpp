#include "causeway/planner/exchange_time.hpp"

#include "causeway/planner/held.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace causeway::planner {

namespace {

using Kind = model::GridPlogp::Kind;

/// The processes of one cluster, host by host.
struct ClusterHosts {
    std::vector<std::vector<int>> hosts;  ///< those with most processes first
    double num_processes = 0.0;

    [[nodiscard]] double on_first() const { return static_cast<double>(hosts.front().size()); }
};

std::vector<ClusterHosts> hosts_by_cluster(const platform::Placement& placement) {
    std::vector<std::vector<int>> processes(static_cast<std::size_t>(placement.num_hosts()));
    std::map<int, ClusterHosts> clusters;
    for (int process = 0; process < placement.num_processes(); ++process) {
        processes[static_cast<std::size_t>(placement.host_of[static_cast<std::size_t>(process)])].push_back(process);
    }
    for (std::vector<int>& on_host : processes) {
        if (on_host.empty()) {
            continue;
        }
        ClusterHosts& cluster = clusters[placement.cluster_of(on_host.front())];
        cluster.num_processes += static_cast<double>(on_host.size());
        cluster.hosts.push_back(std::move(on_host));
    }
    std::vector<ClusterHosts> result;
    for (auto& [number, cluster] : clusters) {
        std::stable_sort(cluster.hosts.begin(), cluster.hosts.end(),
                         [](const auto& a, const auto& b) { return a.size() > b.size(); });
        result.push_back(std::move(cluster));
    }
    return result;
}

/// Everybody to everybody. Hosts of a cluster are alike: the one with most processes is held longest, so that it is
/// looked at in their place.
class AllPairs {
public:
    AllPairs(Bytes message, const model::GridPlogp& model) : message_(message), model_(model), held_(model) {}

    void add_between(const ClusterHosts& from, const ClusterHosts& to) {
        held_.add(from.hosts.front().front(), to.hosts.front().front(), message_, [&](int number) {
            const model::GridPlogp::Resource resource = model_.resource(number);
            const double senders = of_side(resource, resource.is_inward ? Side::kAll : Side::kOwn, from);
            const double receivers = of_side(resource, resource.is_inward ? Side::kOwn : Side::kAll, to);
            return senders * receivers;
        });
    }

    /// Between the processes of one host, and between its hosts.
    void add_inside(const ClusterHosts& cluster) {
        const std::vector<int>& first = cluster.hosts.front();
        if (first.size() > 1) {
            const double others = cluster.on_first() - 1.0;
            held_.add(first.front(), first.back(), message_,
                      [&](int number) { return model_.is_of_process(number) ? others : cluster.on_first() * others; });
        }
        if (cluster.hosts.size() > 1) {
            const double others = cluster.num_processes - cluster.on_first();
            double pairs = cluster.num_processes * cluster.num_processes;
            for (const std::vector<int>& host : cluster.hosts) {
                pairs -= static_cast<double>(host.size() * host.size());
            }
            const std::vector<int>& second = cluster.hosts[1];
            held_.add(first.front(), second.front(), message_, [&](int number) {
                const model::GridPlogp::Resource resource = model_.resource(number);
                const bool is_of_one = resource.kind == Kind::kInterface || resource.kind == Kind::kPort;
                return !is_of_one ? pairs : resource.is_inward ? 0.0 : of_side(resource, Side::kOwn, cluster) * others;
            });
            held_.add(second.front(), first.front(), message_, [&](int number) {
                const model::GridPlogp::Resource resource = model_.resource(number);
                return resource.is_inward ? of_side(resource, Side::kOwn, cluster) * others : 0.0;
            });
        }
    }

    /// The same where each host has its own costs.
    void add_inside_unlike(const ClusterHosts& cluster) {
        for (const std::vector<int>& from : cluster.hosts) {
            for (const std::vector<int>& to : cluster.hosts) {
                if (&from != &to || from.size() > 1) {
                    const double receivers = static_cast<double>(to.size()) - (&from == &to ? 1.0 : 0.0);
                    held_.add(from.front(), &from == &to ? to.back() : to.front(), message_, [&](int number) {
                        return (model_.is_of_process(number) ? 1.0 : static_cast<double>(from.size())) * receivers;
                    });
                }
            }
        }
    }

    [[nodiscard]] Seconds time() const { return held_.time(); }

private:
    enum class Side { kOwn, kAll };

    /// How many processes at one end of messages hold a resource: all of the cluster; or, of what belongs to that end,
    /// one or those of its host.
    static double of_side(const model::GridPlogp::Resource& resource, Side side, const ClusterHosts& cluster) {
        const bool is_flow = resource.kind == Kind::kFlow;
        if (is_flow || (side == Side::kOwn && resource.kind == Kind::kInterface)) {
            return cluster.on_first();
        }
        return side == Side::kOwn && resource.kind == Kind::kPort ? 1.0 : cluster.num_processes;
    }

    Bytes message_;
    const model::GridPlogp& model_;
    Held held_;
};

std::optional<Seconds> time_of_schedule(const scheme::Scheme& scheme, schedule::Grain grain, Bytes message,
                                        const platform::Placement& placement, const model::GridPlogp& model) {
    scheme::Layout layout;
    layout.processes = placement.num_processes();
    for (int process = 0; process < layout.processes; ++process) {
        layout.cluster_of_process.push_back(placement.cluster_of(process));
    }
    layout.grain = grain;
    // What is handed out part by part is as many messages as there are parts. Else those between clusters are few, and
    // those inside are counted.
    const std::vector<std::vector<int>> clusters = scheme::clusters_of(layout);
    const bool is_part_by_part = scheme.grains == scheme::Grains::kByItself || grain == schedule::Grain::kRelayed;
    std::int64_t messages = is_part_by_part ? std::int64_t{layout.processes} * layout.processes : 0;
    for (const std::vector<int>& cluster : clusters) {
        messages +=
            static_cast<std::int64_t>(cluster.size()) * static_cast<std::int64_t>(cluster.size() + clusters.size());
    }
    if (messages > policy::kMostLookedAt / 4) {
        return std::nullopt;
    }
    const scheme::Built built = scheme.build(layout);
    Held held(model);
    for (const schedule::Schedule& strand : built.strands) {
        for (int process = 0; process < layout.processes; ++process) {
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(process)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                if (action->is_send()) {
                    held.add(process, action->peer, action->blocks.count * message, [](int) { return 1.0; });
                }
            }
        }
    }
    return held.time();
}

}  // namespace

std::optional<Seconds> exchange_time(const scheme::Scheme& scheme, schedule::Grain grain, Bytes message,
                                     const platform::Placement& placement, const model::GridPlogp& model) {
    return scheme.relays ? time_of_schedule(scheme, grain, message, placement, model)
                         : all_pairs_time(message, placement, model);
}

std::optional<Seconds> all_pairs_time(Bytes message, const platform::Placement& placement,
                                      const model::GridPlogp& model) {
    const std::vector<ClusterHosts> clusters = hosts_by_cluster(placement);
    std::size_t pairs = clusters.size() * clusters.size();
    for (const ClusterHosts& cluster : clusters) {
        pairs += model.knows_hosts(cluster.hosts.front().front()) ? cluster.hosts.size() * cluster.hosts.size() : 0;
    }
    if (pairs > static_cast<std::size_t>(policy::kMostLookedAt)) {
        return std::nullopt;
    }
    AllPairs all(message, model);
    for (const ClusterHosts& from : clusters) {
        for (const ClusterHosts& to : clusters) {
            if (&from != &to) {
                all.add_between(from, to);
            }
        }
        if (model.knows_hosts(from.hosts.front().front())) {
            all.add_inside_unlike(from);
        } else {
            all.add_inside(from);
        }
    }
    return all.time();
}

Bytes most_between_clusters(const std::vector<plan::ClusterGroup>& groups, Bytes message) {
    std::int64_t largest = 0;
    std::int64_t second = 0;
    for (const plan::ClusterGroup& group : groups) {
        const std::int64_t processes = group.num_processes();
        second = std::max(second, std::min(largest, processes));
        largest = std::max(largest, processes);
    }
    return largest * second * message;
}

Bytes most_out_of_clusters(const std::vector<plan::ClusterGroup>& groups, Bytes message) {
    std::int64_t all = 0;
    for (const plan::ClusterGroup& group : groups) {
        all += group.num_processes();
    }
    std::int64_t most = 0;
    for (const plan::ClusterGroup& group : groups) {
        most = std::max(most, group.num_processes() * (all - group.num_processes()));
    }
    return most * message;
}

Bytes most_passed_on(const std::vector<plan::Tree>& trees, const std::vector<plan::ClusterGroup>& groups,
                     Bytes message) {
    std::map<int, std::int64_t> processes;  // [cluster]
    for (const plan::ClusterGroup& group : groups) {
        processes[group.cluster] = group.num_processes();
    }
    std::map<std::pair<int, int>, int> parts;  // [from, to]
    for (const plan::Tree& tree : trees) {
        for (const plan::ClusterPart& part : tree.carries) {
            parts[{tree.cluster_sends.front().from, part.cluster}] += part.parts;
        }
    }
    std::map<int, double> passed_on;  // [cluster]: messages
    for (const plan::Tree& tree : trees) {
        const int from = tree.cluster_sends.front().from;
        for (const plan::ClusterPart& part : tree.carries) {
            const double share = static_cast<double>(part.parts) / parts.at({from, part.cluster});
            for (const plan::ClusterSend& send : plan::sends_to(tree, part.cluster)) {
                if (send.to != part.cluster) {
                    passed_on[send.to] += share * static_cast<double>(processes.at(from) * processes.at(part.cluster));
                }
            }
        }
    }
    double most = 0.0;
    for (const auto& [cluster, messages] : passed_on) {
        most = std::max(most, messages / static_cast<double>(processes.at(cluster)));
    }
    return static_cast<std::int64_t>(std::ceil(most)) * message;
}

}  // namespace causeway::planner
