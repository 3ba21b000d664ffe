/// Which hosts are alike, by latencies between all of them or between some.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/cluster_latencies.hpp"
#include "causeway/discovery/combined_latencies.hpp"
#include "causeway/discovery/hosts.hpp"
#include "causeway/discovery/known_distances.hpp"
#include "causeway/discovery/pair_latency.hpp"
#include "causeway/platform/distance_matrix.hpp"
#include "causeway/policy/measurement.hpp"

#include <optional>
#include <vector>

namespace causeway::discovery {

/// How hosts were told apart that are too many for all pairs.
struct LandmarkSearch {
    int num_landmarks = 0;
    int num_unconfirmed = 0;  ///< hosts in groups that time did not allow to confirm
};

/// Clusters of hosts, in the order of their first hosts, and how they were found.
struct HostClusters {
    clustering::Partition clusters = {};
    ClusterLatencies latencies = {};
    std::optional<LandmarkSearch> search = {};  ///< nothing where all pairs are known
    /// On rank 0: what the latencies are worth; their matrix is empty after a search.
    CombinedLatencies found = {};
    /// On rank 0: what the clusters were made of, a distance in seconds for all pairs; after a search that of their
    /// groups where a pair was not measured.
    platform::DistanceMatrix distances = {};
};

struct ClusteringOptions {
    const clustering::Method* method = nullptr;  ///< of clustering::methods()
    double tolerance = clustering::kDefaultTolerance;
    bool all_in_one = false;  ///< makes one cluster of all, whatever their latencies
    int most_hosts_in_pairs = policy::kMostHostsInPairs;
    Seconds budget;  ///< for all pairs; landmarks may take four times as much for every policy::kMostHostsInPairs hosts
};

/// Clusters of hosts all pairs of which are known.
[[nodiscard]] HostClusters clusters_of_all_pairs(CombinedLatencies found, const HostLayout& layout,
                                                 const ClusteringOptions& options);

/// What round trips say of each pair of `rounds`, in the order of rounds, stars and rays; all of them within `budget`,
/// though each has one round trip at least.
using MeasureRounds = base::FunctionRef<std::vector<PairLatency>(const std::vector<Round>& rounds, Seconds budget)>;

/// Clusters of hosts that are measured against landmarks (host_groups.hpp), and their representatives with each other
/// (group_representatives.hpp), until all is known that they ask for; once the time for the search is over, what was
/// not told apart so far stays together. `now()`: the time.
[[nodiscard]] HostClusters clusters_by_landmarks(const HostLayout& layout, const ClusteringOptions& options,
                                                 MeasureRounds measure, base::FunctionRef<Seconds()> now);

}  // namespace causeway::discovery
