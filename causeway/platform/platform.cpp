#include "causeway/platform/platform.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace causeway::platform {

namespace {

std::string host_name_in(const Cluster& cluster, int host) {
    return cluster.hosts.empty() ? fmt::format("{}-{}", cluster.name, host)
                                 : cluster.hosts[static_cast<std::size_t>(host)];
}

/// What plans depend on: which whole clusters are together, and what they share.
std::vector<Level> essential_levels(const Platform& platform) {
    std::vector<Level> result;
    for (const GroupOfClusters& group : groups_of_clusters(platform)) {
        LevelCluster members{.name = {},
                             .hosts = {},
                             .uplink_capacity = group.uplink_capacity,
                             .downlink_capacity = group.downlink_capacity};
        for (const int cluster : group.clusters) {
            const std::vector<std::string> hosts = host_names_in(platform.clusters[static_cast<std::size_t>(cluster)]);
            members.hosts.insert(members.hosts.end(), hosts.begin(), hosts.end());
        }
        result.push_back({.name = {}, .clusters = {std::move(members)}});
    }
    return result;
}

}  // namespace

bool Plogp::tells_delivery_beyond(Bytes size) const {
    return delivery && delivery->points().back().x > static_cast<double>(size.value());
}

std::optional<BytesPerSecond> Plogp::rate() const {
    const double seconds = gap_of(kRateSize).value();
    return seconds > 0.0 ? std::optional(BytesPerSecond(static_cast<double>(kRateSize.value()) / seconds))
                         : std::nullopt;
}

Seconds Plogp::transit_of(Bytes size) const {
    if (!delivery) {
        return latency;
    }
    return std::max(latency, Seconds((*delivery)(static_cast<double>(size.value()))) - gap_of(size));
}

std::optional<Seconds> Handshake::answer_time(Bytes size, const Plogp& plogp) const {
    return size > beyond ? std::optional(2.0 * static_cast<double>(round_trips) * plogp.latency) : std::nullopt;
}

Seconds Handshake::time_of(Bytes size, const Plogp& plogp, Receivers receivers) const {
    if (round_trips == 0) {
        return receivers == Receivers::kReadyOnceTold && size > beyond ? plogp.latency : Seconds(0.0);
    }
    return plogp.tells_delivery_beyond(beyond) ? Seconds(0.0) : answer_time(size, plogp).value_or(Seconds(0.0));
}

std::optional<int> Platform::find_cluster(std::string_view wanted) const {
    const auto found =
        std::find_if(clusters.begin(), clusters.end(), [&](const Cluster& cluster) { return cluster.name == wanted; });
    if (found == clusters.end()) {
        return std::nullopt;
    }
    return static_cast<int>(found - clusters.begin());
}

std::optional<int> Platform::find_host(std::string_view wanted) const {
    const auto found = std::find_if(hosts.begin(), hosts.end(), [&](const Host& host) { return host.name == wanted; });
    if (found == hosts.end()) {
        return std::nullopt;
    }
    return static_cast<int>(found - hosts.begin());
}

const Link* Platform::find_link(int from, int to) const {
    const Link* reverse = nullptr;
    for (const Link& link : links) {
        if (link.from == from && link.to == to) {
            return &link;
        }
        if (link.symmetric && link.from == to && link.to == from) {
            reverse = &link;
        }
    }
    return reverse;
}

base::SquareMatrix<const Link*> links_between(const Platform& platform) {
    base::SquareMatrix<const Link*> result(platform.num_clusters(), nullptr);
    for (const Link& link : platform.links) {
        if (link.symmetric) {
            result(link.to, link.from) = &link;
        }
    }
    // A link of that direction goes before one of the other, the first before others.
    for (auto link = platform.links.rbegin(); link != platform.links.rend(); ++link) {
        result(link->from, link->to) = &*link;
    }
    return result;
}

bool Placement::is_in_one_cluster() const {
    return std::all_of(cluster_of_host.begin(), cluster_of_host.end(),
                       [&](int cluster) { return cluster == cluster_of_host.front(); });
}

Placement full_placement(const Platform& platform) {
    std::unordered_map<std::string_view, int> slots_of;
    for (const Host& host : platform.hosts) {
        slots_of.emplace(host.name, host.slots);
    }
    Placement result;
    for (int c = 0; c < platform.num_clusters(); ++c) {
        const Cluster& cluster = platform.clusters[static_cast<std::size_t>(c)];
        for (int h = 0; h < cluster.num_hosts; ++h) {
            int slots = 1;
            if (static_cast<std::size_t>(h) < cluster.hosts.size()) {
                const auto host = slots_of.find(cluster.hosts[static_cast<std::size_t>(h)]);
                slots = host == slots_of.end() ? 1 : host->second;
            }
            const int index = result.num_hosts();
            result.cluster_of_host.push_back(c);
            result.place_in_cluster.push_back(h);
            result.host_of.insert(result.host_of.end(), static_cast<std::size_t>(slots), index);
        }
    }
    return result;
}

std::optional<Placement> placement_of(const Platform& platform, const std::vector<std::string>& host_names) {
    struct Home {
        int cluster = 0;
        int place = -1;
    };
    std::unordered_map<std::string_view, Home> home_of_name;
    for (int c = 0; c < platform.num_clusters(); ++c) {
        int place = 0;
        for (const std::string& host : platform.clusters[static_cast<std::size_t>(c)].hosts) {
            home_of_name.emplace(host, Home{c, place++});
        }
    }
    for (const Host& host : platform.hosts) {
        home_of_name.emplace(host.name, Home{host.cluster, -1});
    }
    Placement result;
    std::unordered_map<std::string_view, int> number_of_name;
    for (const std::string& name : host_names) {
        const auto known = home_of_name.find(name);
        if (known == home_of_name.end()) {
            return std::nullopt;
        }
        const auto [entry, is_new] = number_of_name.emplace(name, result.num_hosts());
        if (is_new) {
            result.cluster_of_host.push_back(known->second.cluster);
            result.place_in_cluster.push_back(known->second.place);
        }
        result.host_of.push_back(entry->second);
    }
    return result;
}

std::vector<std::string> host_names_of(const Platform& platform, const Placement& placement) {
    std::vector<std::string> name_of_host;
    std::vector<int> seen(platform.clusters.size(), 0);
    for (const int c : placement.cluster_of_host) {
        const int index = seen[static_cast<std::size_t>(c)]++;
        name_of_host.push_back(host_name_in(platform.clusters[static_cast<std::size_t>(c)], index));
    }
    std::vector<std::string> names;
    for (const int host : placement.host_of) {
        names.push_back(name_of_host[static_cast<std::size_t>(host)]);
    }
    return names;
}

std::vector<std::string> host_names_in(const Cluster& cluster) {
    std::vector<std::string> names;
    for (int host = 0; host < cluster.num_hosts; ++host) {
        names.push_back(host_name_in(cluster, host));
    }
    return names;
}

Platform turned_round(Platform platform) {
    for (Cluster& cluster : platform.clusters) {
        std::swap(cluster.uplink_capacity, cluster.downlink_capacity);
    }
    for (Level& level : platform.levels) {
        for (LevelCluster& group : level.clusters) {
            std::swap(group.uplink_capacity, group.downlink_capacity);
        }
    }
    for (Link& link : platform.links) {
        std::swap(link.from, link.to);
    }
    return platform;
}

std::string fingerprint(const Platform& platform) {
    Platform essence = platform;
    essence.provenance = {};
    essence.levels = essential_levels(platform);
    for (Host& host : essence.hosts) {
        host.speed = 1.0;  // of no interest to plans
    }
    return base::digest(to_json_text(essence)).hexadecimal();
}

}  // namespace causeway::platform
