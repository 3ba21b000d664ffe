/// Groups of whole clusters: the LANs of a site, the sites of a region, and what each group shares.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::platform {

/// Clusters that are together at some level of the network.
struct GroupOfClusters {
    std::string name;
    std::vector<int> clusters;  ///< two or more of the platform's, ascending, and not all
    int parent = -1;            ///< index of the smallest group around it; -1: there is none but the whole
    std::optional<BytesPerSecond> uplink_capacity;    ///< LevelCluster::uplink_capacity
    std::optional<BytesPerSecond> downlink_capacity;  ///< LevelCluster::downlink_capacity

    [[nodiscard]] bool has(int cluster) const;
    /// Whether it is known what its clusters let in or out together.
    [[nodiscard]] bool shares_a_border() const { return uplink_capacity || downlink_capacity; }
};

/// Those of the platform's levels, the largest first: a group comes after its parent. A group that several levels have
/// is one, with the least of what they say that it carries.
[[nodiscard]] std::vector<GroupOfClusters> groups_of_clusters(const Platform& platform);

/// Index of the smallest of these groups that has the cluster; -1: there is none but the whole.
[[nodiscard]] int smallest_with(const std::vector<GroupOfClusters>& groups, int cluster);

}  // namespace causeway::platform
