/// How well a partition of the processes into clusters fits their traffic.
#pragma once

#include "causeway/traffic/communication_table.hpp"
#include "causeway/traffic/dendrogram.hpp"

#include <optional>
#include <vector>

namespace causeway::traffic {

/// The quality functions of Orduna et al., section 3.1. Both compare with the mean element of the table, so a partition
/// drawn by lot has about 1 and 1.
///
/// Where nobody sends anything there is no mean element: similarity and dissimilarity are 0, and the coefficient does
/// not exist.
struct Grouping {
    int num_clusters = 0;
    /// F_G: the mean element inside the clusters, what processes send to themselves included, over the mean element of
    /// the table.
    double similarity = 0.0;
    /// D_G: the same between clusters. One cluster that holds everything has none.
    std::optional<double> dissimilarity;
    /// G_c = F_G / D_G; infinite when nothing flows between clusters. Not there for one cluster that holds everything,
    /// nor without any traffic.
    std::optional<double> coefficient;

    friend bool operator==(const Grouping&, const Grouping&) = default;
};

/// The least coefficient that says anything of the processes: a partition by lot has about 1, and of traffic that is
/// uniform but for the messages of a few sums the best partition has up to a hundredth more.
inline constexpr double kLeastWorthGrouping = 1.1;

/// Whether a partition of so many processes groups them, and its clusters have that much more traffic inside than
/// between.
[[nodiscard]] bool is_worth_grouping(const Grouping& grouping, int num_processes);

/// Of any partition into clusters.
[[nodiscard]] Grouping grouping_of(const CommunicationTable& table, const Partition& partition, Quantity quantity);

/// Of every partition of a dendrogram of the table, [number of merges]: from single processes to one cluster.
[[nodiscard]] std::vector<Grouping> groupings_of(const CommunicationTable& table, const Dendrogram& dendrogram,
                                                 Quantity quantity);

/// Index of the partition with the largest coefficient; of equal ones the one of most clusters. Among infinite
/// coefficients that is the finest partition that no traffic leaves. Without any coefficient (no traffic at all, or one
/// process): 0, the single processes.
[[nodiscard]] int best_of(const std::vector<Grouping>& groupings);

}  // namespace causeway::traffic
