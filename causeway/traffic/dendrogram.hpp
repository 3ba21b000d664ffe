/// The dendrogram: which processes talk most, clusters joined two by two until one is left.
#pragma once

#include "causeway/traffic/communication_table.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace causeway::traffic {

/// What each two different processes sent to each other, both ways together: T_ab + T_ba, sparse, each pair from both
/// sides.
struct Exchanges {
    std::vector<std::size_t> first;  ///< [process] -> its first partner; one more entry at the end
    std::vector<int> partner;        ///< ascending for each process
    std::vector<double> amount;      ///< > 0

    [[nodiscard]] int num_processes() const { return static_cast<int>(first.size()) - 1; }
};

[[nodiscard]] Exchanges exchanges_of(const CommunicationTable& table, Quantity quantity);

/// Two clusters become one. Clusters 0 ... N-1 are the single processes; merge number k makes cluster N + k.
struct Merge {
    int left = 0;
    int right = 0;
    double exchanged = 0.0;  ///< between the two, both ways together
    double mean = 0.0;       ///< f of Orduna et al., eq. 1, both ways together: exchanged / (|left| |right|)

    friend bool operator==(const Merge&, const Merge&) = default;
};

/// The merges in the order in which they happen: N - 1 of them, the mean never rising. Partition k is what k merges
/// leave of the single processes: N - k clusters.
struct Dendrogram {
    int num_processes = 0;
    std::vector<Merge> merges;
    /// Whether at some step several pairs of clusters exchanged the same, so that the order of the processes decided.
    bool has_ties = false;

    [[nodiscard]] int num_partitions() const { return num_processes; }

    friend bool operator==(const Dendrogram&, const Dendrogram&) = default;
};

/// The clusters of a partition: processes ascending, clusters in the order of their first processes.
using Partition = std::vector<std::vector<int>>;

/// The clusters after the first `num_merges` merges.
[[nodiscard]] Partition partition_after(const Dendrogram& dendrogram, int num_merges);

/// At every step the two clusters merge whose processes exchange most on average (Orduna et al., section 3: f, eq. 1).
/// Where several pairs exchange the same, the cluster comes first that has the process first in `order`, which lists
/// every process once.
///
/// It is found by chains of nearest neighbours: from any cluster to the one it exchanges most with, from that to its
/// own, until two are each other's; these merge. f of two merged clusters towards a third is a mean of their two, so no
/// merge makes a pair that exchanges more than those before it (average linkage is "reducible"), and the merges,
/// sorted by f, are those of the method above: also among ties, where they are one of the orders it may take.
/// O(E) memory; on a table of N processes that all talk O(N²) time.
///
/// Clusters that exchange nothing with any other merge last, the two smallest first.
[[nodiscard]] Dendrogram dendrogram_of(const Exchanges& exchanges, std::span<const int> order);

}  // namespace causeway::traffic
