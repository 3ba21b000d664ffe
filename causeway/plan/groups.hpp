/// The processes of a communicator by cluster and host, seen from a root: who coordinates whom.
#pragma once

#include "causeway/platform/platform.hpp"

#include <vector>

namespace causeway::plan {

/// The processes of one host; the first is its leader. Where their NUMA nodes are known those of one node stand
/// together, the leader's node first.
using HostGroup = std::vector<int>;

/// The hosts of one cluster; the leader of the first is the cluster's coordinator.
struct ClusterGroup {
    int cluster = 0;  ///< index of a cluster of the platform
    std::vector<HostGroup> hosts;

    [[nodiscard]] int coordinator() const { return hosts.front().front(); }
    [[nodiscard]] int num_processes() const;
    /// Among whom the cluster's strategy works, coordinator first: the leaders of its hosts; all processes of the host
    /// if there is only one.
    [[nodiscard]] std::vector<int> members() const;
    /// The hosts inside which the leader passes on what it gets: none if there is only one host.
    [[nodiscard]] std::vector<HostGroup> inner_hosts() const;
};

/// The clusters that have processes: the root's first, then in the platform's order. The root leads its
/// host and coordinates its cluster; elsewhere the lowest rank does.
[[nodiscard]] std::vector<ClusterGroup> groups_of(const platform::Placement& placement, int root);

}  // namespace causeway::plan
