#include "causeway/platform/process_levels.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace causeway::platform {

namespace {

/// The processes by what `label_of` says of their hosts, [rank]; clusters in the order of their lowest ranks.
template <typename Label, typename LabelOf, typename NameOf>
ProcessLevel level_by(const std::vector<std::string>& host_names, std::string name, LabelOf label_of, NameOf name_of) {
    ProcessLevel level;
    level.name = std::move(name);
    std::unordered_map<Label, int> number_of;
    std::vector<std::vector<std::string>> hosts;
    for (std::size_t rank = 0; rank < host_names.size(); ++rank) {
        const Label label = label_of(host_names[rank]);
        const auto [entry, is_new] = number_of.emplace(label, static_cast<int>(level.clusters.size()));
        if (is_new) {
            level.clusters.push_back({.name = name_of(label), .ranks = {}, .num_hosts = 0});
            hosts.emplace_back();
        }
        const auto cluster = static_cast<std::size_t>(entry->second);
        level.cluster_of.push_back(entry->second);
        level.clusters[cluster].ranks.push_back(static_cast<int>(rank));
        if (std::find(hosts[cluster].begin(), hosts[cluster].end(), host_names[rank]) == hosts[cluster].end()) {
            hosts[cluster].push_back(host_names[rank]);
        }
    }
    for (std::size_t cluster = 0; cluster < hosts.size(); ++cluster) {
        level.clusters[cluster].num_hosts = static_cast<int>(hosts[cluster].size());
    }
    return level;
}

template <typename ClusterLike>
ProcessLevel level_of(const std::vector<ClusterLike>& clusters, const HostClusters& cluster_of, std::string name,
                      const std::vector<std::string>& host_names) {
    return level_by<int>(
        host_names, std::move(name), [&](const std::string& host) { return cluster_of.at(host); },
        [&](int cluster) { return clusters[static_cast<std::size_t>(cluster)].name; });
}

/// Of every host that the platform knows, also those that `hosts` alone names.
HostClusters planned_clusters(const Platform& platform) {
    HostClusters result = clusters_of_hosts(platform.clusters);
    for (const Host& host : platform.hosts) {
        result.emplace(host.name, host.cluster);
    }
    return result;
}

}  // namespace

HostClusters clusters_of_hosts(const std::vector<LevelCluster>& clusters) {
    HostClusters result;
    for (std::size_t c = 0; c < clusters.size(); ++c) {
        for (const std::string& host : clusters[c].hosts) {
            result.emplace(host, static_cast<int>(c));
        }
    }
    return result;
}

HostClusters clusters_of_hosts(const std::vector<Cluster>& clusters) {
    HostClusters result;
    for (std::size_t c = 0; c < clusters.size(); ++c) {
        for (const std::string& host : host_names_in(clusters[c])) {
            result.emplace(host, static_cast<int>(c));
        }
    }
    return result;
}

std::vector<int> clusters_with(const std::vector<std::string>& hosts, const HostClusters& cluster_of) {
    std::set<int> result;
    for (const std::string& host : hosts) {
        result.insert(cluster_of.at(host));
    }
    return {result.begin(), result.end()};
}

bool holds(const HostClusters& coarser, const HostClusters& finer) {
    std::unordered_map<int, int> outer_of;
    return std::all_of(finer.begin(), finer.end(), [&](const auto& entry) {
        const auto outer = coarser.find(entry.first);
        return outer != coarser.end() && outer_of.emplace(entry.second, outer->second).first->second == outer->second;
    });
}

std::vector<ProcessLevel> process_levels_of(const Platform& platform, const std::vector<std::string>& host_names) {
    const HostClusters planned = planned_clusters(platform);
    const bool all_known = std::all_of(host_names.begin(), host_names.end(),
                                       [&](const std::string& host) { return planned.contains(host); });
    if (!all_known || host_names.empty()) {
        return {};
    }
    std::vector<ProcessLevel> result;
    result.push_back(level_by<std::string>(
        host_names, "host", [](const std::string& host) { return host; },
        [](const std::string& host) { return host; }));
    const HostClusters listed = clusters_of_hosts(platform.clusters);
    bool has_planned = false;
    const auto add_planned = [&] {
        result.push_back(level_of(platform.clusters, planned, "cluster", host_names));
        result.back().is_planned = true;
        has_planned = true;
    };
    bool has_all = platform.num_clusters() == 1;
    for (const Level& level : platform.levels) {
        const HostClusters own = clusters_of_hosts(level.clusters);
        const bool is_coarser = holds(own, listed);
        const bool is_planned = is_coarser && holds(listed, own);
        if (is_coarser && !is_planned && !has_planned) {
            add_planned();
        }
        result.push_back(level_of(level.clusters, own, level.name, host_names));
        result.back().stability = level.stability;
        result.back().is_planned = is_planned && !has_planned;
        has_planned = has_planned || is_planned;
        has_all = has_all || level.clusters.size() == 1;
    }
    if (!has_planned) {
        add_planned();
    }
    if (!has_all) {
        result.push_back(level_by<int>(
            host_names, "all", [](const std::string&) { return 0; }, [](int) { return std::string("all"); }));
    }
    return result;
}

std::optional<MessageCost> message_cost(const Platform& platform, const std::string& from, const std::string& to,
                                        Bytes size) {
    const HostClusters planned = planned_clusters(platform);
    const auto from_cluster = planned.find(from);
    const auto to_cluster = planned.find(to);
    if (from_cluster == planned.end() || to_cluster == planned.end()) {
        return std::nullopt;
    }
    const Cluster& cluster = platform.clusters[static_cast<std::size_t>(from_cluster->second)];
    std::optional<Plogp> plogp;
    if (from == to) {
        plogp = cluster.within_host;
    } else if (from_cluster->second == to_cluster->second) {
        plogp = cluster.plogp;
    } else if (const Link* link = platform.find_link(from_cluster->second, to_cluster->second)) {
        plogp = link->plogp;
    }
    return plogp ? std::optional(MessageCost{.latency = plogp->latency, .gap = plogp->gap_of(size)}) : std::nullopt;
}

}  // namespace causeway::platform
