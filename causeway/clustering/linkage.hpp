/// The dendrogram of hosts by average linkage: the two nearest clusters join, again and again.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/platform/distance_matrix.hpp"

#include <limits>
#include <span>
#include <vector>

namespace causeway::clustering {

/// What stands where no distance is known.
inline constexpr double kUnknown = std::numeric_limits<double>::infinity();

/// The natural logarithm of the distance between every two hosts, whichever the direction; kUnknown where there is none
/// and on the diagonal. A zero is below what was resolved: it counts as the smallest distance above zero (as 1 where
/// all are zero).
[[nodiscard]] base::SquareMatrix<double> log_distances(const platform::DistanceMatrix& matrix);

/// Two clusters become one: those that hold `left` and `right`.
struct Join {
    int left = 0;   ///< a host of the one cluster
    int right = 0;  ///< a host of the other
    double log_distance = 0.0;
};

/// All joins, by increasing distance. The distance of two clusters is the geometric mean of the known distances between
/// their hosts, so that a long one counts no more than a short one. Clusters without any known distance between them
/// never join: there are fewer than N - 1 joins then.
///
/// It is found by chains of nearest neighbours. A mean over three clusters lies between those of two, so no join is
/// nearer than the joins that it was made of, and the chains find what the nearest pair first would. O(N^2).
/// Source: Murtagh, "A survey of recent advances in hierarchical clustering algorithms" (1983).
[[nodiscard]] std::vector<Join> average_linkage(base::SquareMatrix<double> log_distance);

/// The clusters that `joins` leave of `num_hosts` single hosts.
[[nodiscard]] Partition partition_after(std::span<const Join> joins, int num_hosts);

}  // namespace causeway::clustering
