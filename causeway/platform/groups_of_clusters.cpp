#include "causeway/platform/groups_of_clusters.hpp"

#include "causeway/platform/process_levels.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::platform {

namespace {

std::optional<BytesPerSecond> least(std::optional<BytesPerSecond> a, std::optional<BytesPerSecond> b) {
    return a && b ? std::min(*a, *b) : a ? a : b;
}

/// The clusters whose hosts a level has together, [cluster of the level]; those of a level finer than the clusters:
/// none.
std::vector<std::vector<int>> members_of(const Level& level, const HostClusters& cluster_of_host) {
    std::vector<std::vector<int>> result;
    if (!holds(clusters_of_hosts(level.clusters), cluster_of_host)) {
        return result;
    }
    for (const LevelCluster& group : level.clusters) {
        result.push_back(clusters_with(group.hosts, cluster_of_host));
    }
    return result;
}

}  // namespace

bool GroupOfClusters::has(int cluster) const {
    return std::binary_search(clusters.begin(), clusters.end(), cluster);
}

int smallest_with(const std::vector<GroupOfClusters>& groups, int cluster) {
    // A group comes after those around it.
    const auto last =
        std::find_if(groups.rbegin(), groups.rend(), [&](const GroupOfClusters& group) { return group.has(cluster); });
    return static_cast<int>(groups.rend() - last) - 1;
}

std::vector<GroupOfClusters> groups_of_clusters(const Platform& platform) {
    std::vector<GroupOfClusters> result;
    if (platform.levels.empty()) {
        return result;
    }
    const HostClusters cluster_of_host = clusters_of_hosts(platform.clusters);
    // The coarsest level is the last.
    for (auto level = platform.levels.rbegin(); level != platform.levels.rend(); ++level) {
        const std::vector<std::vector<int>> members = members_of(*level, cluster_of_host);
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (members[i].size() < 2 || members[i].size() == platform.clusters.size()) {
                continue;
            }
            const LevelCluster& group = level->clusters[i];
            const int parent = smallest_with(result, members[i].front());
            if (parent >= 0 && result[static_cast<std::size_t>(parent)].clusters == members[i]) {
                GroupOfClusters& same = result[static_cast<std::size_t>(parent)];
                same.uplink_capacity = least(same.uplink_capacity, group.uplink_capacity);
                same.downlink_capacity = least(same.downlink_capacity, group.downlink_capacity);
                continue;
            }
            result.push_back({.name = group.name,
                              .clusters = members[i],
                              .parent = parent,
                              .uplink_capacity = group.uplink_capacity,
                              .downlink_capacity = group.downlink_capacity});
        }
    }
    return result;
}

}  // namespace causeway::platform
