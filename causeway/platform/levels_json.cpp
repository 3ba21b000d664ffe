#include "causeway/platform/levels_json.hpp"

#include "causeway/platform/process_levels.hpp"

#include <fmt/format.h>

#include <unordered_set>

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

LevelCluster read_level_cluster(const JsonInput& input) {
    input.require_keys_among({"name", "hosts"});
    LevelCluster result{.name = name_in(input), .hosts = {}};
    for (const JsonInput& host : input.member("hosts").elements()) {
        result.hosts.push_back(host.string());
    }
    if (result.hosts.empty()) {
        input.member("hosts").refuse("at least one host");
    }
    return result;
}

std::optional<Seconds> read_seconds_if_any(const JsonInput& input, std::string_view key) {
    const auto seconds = input.optional_member(key);
    return seconds ? std::optional(seconds->non_negative_seconds()) : std::nullopt;
}

Level read_level(const JsonInput& input) {
    input.require_keys_among({"name", "clusters", "inside", "outside", "stability"});
    Level result;
    result.name = name_in(input);
    std::unordered_set<std::string> names;
    for (const JsonInput& cluster : input.member("clusters").elements()) {
        result.clusters.push_back(read_level_cluster(cluster));
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

}  // namespace

std::vector<Level> read_levels(const JsonInput& input, const Platform& platform) {
    std::vector<Level> levels;
    const std::vector<std::string> hosts = named_hosts(platform);
    for (const Cluster& cluster : platform.clusters) {
        if (cluster.hosts.empty()) {
            input.refuse(fmt::format("levels, and a cluster '{}' whose hosts have no names", cluster.name),
                         "levels where every cluster names its hosts");
        }
    }
    const HostClusters planned = clusters_of_hosts(platform.clusters);
    HostClusters finer;
    for (const JsonInput& entry : input.elements()) {
        levels.push_back(read_level(entry));
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
        finer = own;
    }
    return levels;
}

JsonOutput levels_json(const std::vector<Level>& levels) {
    JsonOutput result = JsonOutput::array();
    for (const Level& level : levels) {
        JsonOutput entry = {{"name", level.name}};
        entry["clusters"] = JsonOutput::array();
        for (const LevelCluster& cluster : level.clusters) {
            entry["clusters"].push_back({{"name", cluster.name}, {"hosts", cluster.hosts}});
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
