#include "causeway/planner/group_classes.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace causeway::planner {

namespace {

/// The only cluster of its platform.
platform::Platform platform_of(const platform::Cluster& cluster, const platform::Platform& all) {
    platform::Platform result;
    result.clusters = {cluster};
    result.handshake = all.handshake;
    result.shared_gap = all.shared_gap;
    platform::Cluster& only = result.clusters.front();
    only.name.clear();
    only.hosts.clear();
    only.uplink_capacity = std::nullopt;
    only.downlink_capacity = std::nullopt;
    return result;
}

/// The processes of the group on that platform, by number in their order.
platform::Placement placement_of(const plan::ClusterGroup& group, const platform::Placement& placement) {
    platform::Placement result;
    for (const plan::HostGroup& host : group.hosts) {
        const int number = result.num_hosts();
        const auto original = static_cast<std::size_t>(placement.host_of[static_cast<std::size_t>(host.front())]);
        result.cluster_of_host.push_back(0);
        if (!placement.place_in_cluster.empty()) {
            result.place_in_cluster.push_back(placement.place_in_cluster[original]);
        }
        for (const int process : host) {
            result.host_of.push_back(number);
            if (!placement.node_of.empty()) {
                result.node_of.push_back(placement.node_of[static_cast<std::size_t>(process)]);
            }
        }
    }
    return result;
}

}  // namespace

int GroupClasses::of(const plan::ClusterGroup& group) {
    const auto [entry, is_new] = known_.try_emplace({group.cluster, group.coordinator()});
    if (is_new) {
        const platform::Cluster& cluster = platform_->clusters[static_cast<std::size_t>(group.cluster)];
        ClusterAlone alone{platform_of(cluster, *platform_), placement_of(group, *placement_)};
        if (!cluster.ethernet) {
            alone.placement.place_in_cluster.clear();  // hosts without figures of their own are alike
        }
        auto place = std::find(classes_.begin(), classes_.end(), alone);
        if (place == classes_.end()) {
            place = classes_.insert(place, std::move(alone));
        }
        entry->second = static_cast<int>(place - classes_.begin());
    }
    return entry->second;
}

}  // namespace causeway::planner
