#include "causeway/plan/groups.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace causeway::plan {

namespace {

/// Node by node, the leader's first, so that what is passed on from one to the next crosses between two nodes once.
void sort_by_node(HostGroup& host, const std::vector<int>& node_of) {
    const auto node = [&](int rank) { return node_of[static_cast<std::size_t>(rank)]; };
    const int home = node(host.front());
    std::stable_sort(host.begin() + 1, host.end(), [&](int a, int b) {
        return std::pair(node(a) != home, node(a)) < std::pair(node(b) != home, node(b));
    });
}

}  // namespace

int ClusterGroup::num_processes() const {
    return std::accumulate(hosts.begin(), hosts.end(), 0,
                           [](int sum, const HostGroup& host) { return sum + static_cast<int>(host.size()); });
}

std::vector<int> ClusterGroup::members() const {
    if (hosts.size() == 1) {
        return hosts.front();
    }
    std::vector<int> result;
    result.reserve(hosts.size());
    for (const HostGroup& host : hosts) {
        result.push_back(host.front());
    }
    return result;
}

std::vector<HostGroup> ClusterGroup::inner_hosts() const {
    return hosts.size() == 1 ? std::vector<HostGroup>{} : hosts;
}

std::vector<ClusterGroup> groups_of(const platform::Placement& placement, int root) {
    // Visiting the root first makes it the first of its host, its host the first of its cluster, its
    // cluster the first of all.
    std::vector<int> ranks(static_cast<std::size_t>(placement.num_processes()));
    ranks.front() = root;
    for (int rank = 0, next = 1; rank < placement.num_processes(); ++rank) {
        if (rank != root) {
            ranks[static_cast<std::size_t>(next++)] = rank;
        }
    }
    std::vector<ClusterGroup> groups;
    std::map<int, std::size_t> group_of_cluster;
    std::vector<int> host_index(static_cast<std::size_t>(placement.num_hosts()), -1);
    for (const int rank : ranks) {
        const int host = placement.host_of[static_cast<std::size_t>(rank)];
        const int cluster = placement.cluster_of(rank);
        const auto [entry, is_new] = group_of_cluster.emplace(cluster, groups.size());
        if (is_new) {
            groups.push_back({cluster, {}});
        }
        ClusterGroup& group = groups[entry->second];
        int& index = host_index[static_cast<std::size_t>(host)];
        if (index < 0) {
            index = static_cast<int>(group.hosts.size());
            group.hosts.emplace_back();
        }
        group.hosts[static_cast<std::size_t>(index)].push_back(rank);
    }
    if (!placement.node_of.empty()) {
        for (ClusterGroup& group : groups) {
            for (HostGroup& host : group.hosts) {
                sort_by_node(host, placement.node_of);
            }
        }
    }
    std::sort(groups.begin() + 1, groups.end(),
              [](const ClusterGroup& a, const ClusterGroup& b) { return a.cluster < b.cluster; });
    return groups;
}

}  // namespace causeway::plan
