/// Which processes are together at every level of the network: host, LAN, site, WAN.
#pragma once

#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace causeway::platform {

/// The number of the cluster that each host is in, by its name.
using HostClusters = std::unordered_map<std::string, int>;

[[nodiscard]] HostClusters clusters_of_hosts(const std::vector<LevelCluster>& clusters);
/// Hosts that a cluster only counts by the names of host_names_in().
[[nodiscard]] HostClusters clusters_of_hosts(const std::vector<Cluster>& clusters);

/// The clusters that have these hosts, all of them known, ascending.
[[nodiscard]] std::vector<int> clusters_with(const std::vector<std::string>& hosts, const HostClusters& cluster_of);

/// Whether every cluster of `finer` is inside one of `coarser`. Both know the same hosts.
[[nodiscard]] bool holds(const HostClusters& coarser, const HostClusters& finer);

/// Processes that are together at one level.
struct ProcessCluster {
    std::string name;
    std::vector<int> ranks;  ///< ascending, never empty
    int num_hosts = 0;

    /// Who speaks for them: the lowest rank, which therefore also coordinates one of the clusters inside.
    [[nodiscard]] int coordinator() const { return ranks.front(); }
};

/// One level, for the processes of a communicator.
struct ProcessLevel {
    std::string name;             ///< "host", "LAN", ..., or "cluster" and "all" where the file names no levels
    std::vector<int> cluster_of;  ///< [rank]
    std::vector<ProcessCluster> clusters;  ///< in the order of their lowest ranks
    std::optional<double> stability;       ///< Level::stability
    bool is_planned = false;               ///< its clusters are those that plans are made for
};

/// The levels of a job's platform, for processes on these hosts ([rank]): the hosts first, then the levels of the
/// platform with its own clusters among them, and last one that has all. They are the same levels, and have the same
/// numbers, for every set of processes; clusters without a process are left out. Empty when the platform does not know
/// one of the hosts.
[[nodiscard]] std::vector<ProcessLevel> process_levels_of(const Platform& platform,
                                                          const std::vector<std::string>& host_names);

/// What messages from one process to another cost.
struct MessageCost {
    Seconds latency;
    Seconds gap;  ///< least time between two messages of the size asked for
};

/// From a process on host `from` to another one on host `to`, which may be the same. Nothing where the platform has no
/// figures.
[[nodiscard]] std::optional<MessageCost> message_cost(const Platform& platform, const std::string& from,
                                                      const std::string& to, Bytes size);

}  // namespace causeway::platform
