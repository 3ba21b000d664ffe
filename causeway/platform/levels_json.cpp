#include "causeway/platform/levels_json.hpp"

#include "causeway/platform/process_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace causeway::platform {

namespace {

using base::JsonInput;
using base::JsonOutput;

std::string name_in(const JsonInput& input) {
    std::string name = input.member("name").string();
    if (name.empty()) {
        input.member("name").refuse("a name");
    }
    return name;
}

/// The hosts of the clusters that it names.
std::vector<std::string> read_whole_clusters(const JsonInput& input, const Platform& platform) {
    std::vector<std::string> result;
    for (const JsonInput& name : input.elements()) {
        const auto cluster = platform.find_cluster(name.string());
        if (!cluster) {
            name.refuse("the name of one of 'clusters'");
        }
        const std::vector<std::string> hosts = host_names_in(platform.clusters[static_cast<std::size_t>(*cluster)]);
        result.insert(result.end(), hosts.begin(), hosts.end());
    }
    return result;
}

LevelCluster read_level_cluster(const JsonInput& input, const Platform& platform) {
    input.require_keys_among({"name", "hosts", "clusters", "uplink_capacity", "downlink_capacity"});
    LevelCluster result{.name = name_in(input),
                        .hosts = {},
                        .uplink_capacity = input.optional_positive_rate("uplink_capacity"),
                        .downlink_capacity = input.optional_positive_rate("downlink_capacity")};
    if (const auto whole = input.optional_member("clusters")) {
        if (input.optional_member("hosts")) {
            input.refuse("'hosts' and 'clusters'", "one of the two");
        }
        result.hosts = read_whole_clusters(*whole, platform);
    } else {
        for (const JsonInput& host : input.member("hosts").elements()) {
            result.hosts.push_back(host.string());
        }
    }
    if (result.hosts.empty()) {
        input.refuse("nothing that is together", "at least one host or cluster");
    }
    return result;
}

std::optional<Seconds> read_seconds_if_any(const JsonInput& input, std::string_view key) {
    const auto seconds = input.optional_member(key);
    return seconds ? std::optional(seconds->non_negative_seconds()) : std::nullopt;
}

Level read_level(const JsonInput& input, const Platform& platform) {
    input.require_keys_among({"name", "clusters", "inside", "outside", "stability"});
    Level result;
    result.name = name_in(input);
    std::unordered_set<std::string> names;
    for (const JsonInput& cluster : input.member("clusters").elements()) {
        result.clusters.push_back(read_level_cluster(cluster, platform));
        if (!names.insert(result.clusters.back().name).second) {
            cluster.member("name").refuse("a name for each cluster of the level");
        }
    }
    result.inside = read_seconds_if_any(input, "inside");
    result.outside = read_seconds_if_any(input, "outside");
    if (const auto stability = input.optional_member("stability")) {
        result.stability = stability->number();
        if (!(*result.stability >= 0.0 && *result.stability <= 1.0)) {
            stability->refuse("a number from 0 to 1");
        }
    }
    return result;
}

/// A capacity is of several whole clusters: that of one is among its own figures, and inside one hosts are alike.
void check_capacities(const JsonInput& input, const Level& level, const HostClusters& planned,
                      std::size_t num_clusters) {
    std::size_t next = 0;
    for (const JsonInput& entry : input.member("clusters").elements()) {
        const LevelCluster& group = level.clusters[next++];
        if (!group.uplink_capacity && !group.downlink_capacity) {
            continue;
        }
        const std::vector<int> members = clusters_with(group.hosts, planned);
        if (members.size() < 2 || members.size() == num_clusters) {
            entry.refuse(members.size() < 2 ? "a capacity of no more than one cluster" : "a capacity of all clusters",
                         "one of several clusters beside others; that of a single one stands in 'clusters'");
        }
    }
}

}  // namespace

std::vector<Level> read_levels(const JsonInput& input, const Platform& platform) {
    std::vector<Level> levels;
    std::vector<std::string> hosts;
    for (const Cluster& cluster : platform.clusters) {
        const std::vector<std::string> own = host_names_in(cluster);
        hosts.insert(hosts.end(), own.begin(), own.end());
    }
    const HostClusters planned = clusters_of_hosts(platform.clusters);
    HostClusters finer;
    for (const JsonInput& entry : input.elements()) {
        levels.push_back(read_level(entry, platform));
        const HostClusters own = clusters_of_hosts(levels.back().clusters);
        const std::size_t listed = own.size();
        std::size_t entries = 0;
        for (const LevelCluster& cluster : levels.back().clusters) {
            entries += cluster.hosts.size();
        }
        for (const std::string& host : hosts) {
            if (!own.contains(host)) {
                entry.refuse(fmt::format("no cluster with host '{}'", host), "every host of the platform once");
            }
        }
        if (listed != hosts.size() || entries != listed) {
            entry.refuse(fmt::format("{} hosts", entries),
                         fmt::format("each of the {} hosts that 'clusters' name, once", hosts.size()));
        }
        if (!finer.empty() && !holds(own, finer)) {
            entry.refuse("a cluster that is cut in two", "whole clusters of the level before");
        }
        if (!holds(own, planned) && !holds(planned, own)) {
            entry.refuse("clusters that overlap with those of 'clusters'", "parts of them, or several together");
        }
        check_capacities(entry, levels.back(), planned, platform.clusters.size());
        finer = own;
    }
    return levels;
}

JsonOutput levels_json(const Platform& platform) {
    const HostClusters cluster_of = clusters_of_hosts(platform.clusters);
    const bool all_are_named = std::none_of(platform.clusters.begin(), platform.clusters.end(),
                                            [](const Cluster& cluster) { return cluster.hosts.empty(); });
    JsonOutput result = JsonOutput::array();
    for (const Level& level : platform.levels) {
        JsonOutput entry = {{"name", level.name}};
        entry["clusters"] = JsonOutput::array();
        for (const LevelCluster& cluster : level.clusters) {
            JsonOutput members = {{"name", cluster.name}};
            if (all_are_named) {
                members["hosts"] = cluster.hosts;
            } else {
                members["clusters"] = JsonOutput::array();
                for (const int whole : clusters_with(cluster.hosts, cluster_of)) {
                    members["clusters"].push_back(platform.clusters[static_cast<std::size_t>(whole)].name);
                }
            }
            if (cluster.uplink_capacity) {
                members["uplink_capacity"] = cluster.uplink_capacity->value();
            }
            if (cluster.downlink_capacity) {
                members["downlink_capacity"] = cluster.downlink_capacity->value();
            }
            entry["clusters"].push_back(std::move(members));
        }
        if (level.inside) {
            entry["inside"] = level.inside->value();
        }
        if (level.outside) {
            entry["outside"] = level.outside->value();
        }
        if (level.stability) {
            entry["stability"] = *level.stability;
        }
        result.push_back(std::move(entry));
    }
    return result;
}

}  // namespace causeway::platform
