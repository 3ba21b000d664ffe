/// Which hosts are alike, by latencies measured inside the job.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/distance_matrix.hpp"
#include "causeway/probe/cluster_latencies.hpp"
#include "causeway/probe/combined_latencies.hpp"
#include "causeway/probe/hosts.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::probe {

/// Up to so many hosts all pairs are measured; it takes a round for each host. More are measured against landmarks.
inline constexpr int kMostHostsInPairs = 200;

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
    int most_hosts_in_pairs = kMostHostsInPairs;
    Seconds budget;  ///< for all pairs; landmarks may take four times as much for every kMostHostsInPairs hosts
};

/// Measures the latencies between hosts, but for those that are `known` (combined_latencies.hpp), and puts those
/// that are alike into clusters. Hosts too many for all pairs are measured against landmarks (host_groups.hpp), unless
/// anything is known.
///
/// Two hosts at least. No other messages of `comm` may be under way. Collective over `comm`; the same on every
/// rank but where said. Throws MpiError.
[[nodiscard]] HostClusters find_host_clusters(MPI_Comm comm, const HostLayout& layout,
                                              const base::SquareMatrix<double>& known,
                                              const ClusteringOptions& options);

}  // namespace causeway::probe
