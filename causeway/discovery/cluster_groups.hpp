/// Clusters that are one place for all others: the LANs of a site, the sites of a region.
///
/// From outside its clusters are as good as one, so that one route stands for all that lead there, and what leaves them
/// together may share an uplink. With s sites of l LANs that is s l (l - 1) / 2 + s (s - 1) / 2 routes to measure
/// instead of s l (s l - 1) / 2.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/discovery/route.hpp"
#include "causeway/platform/platform.hpp"

#include <utility>
#include <vector>

namespace causeway::discovery {

/// Sets of two clusters or more and not all, each ascending; the larger ones first; of any two, one is in the other or
/// they are apart.
using ClusterGroups = std::vector<std::vector<int>>;

/// Those of the platform's levels whose clusters are much nearer to each other than any other is to any of them, and
/// that all others see at about the same distance. `between`: latencies, [from cluster][to cluster].
[[nodiscard]] ClusterGroups groups_alike_from_outside(const platform::Platform& platform,
                                                      const base::SquareMatrix<Seconds>& between);

/// A group, or the whole, and what it consists of.
struct Family {
    int group = -1;                          ///< index into the groups; -1: the whole
    int depth = 0;                           ///< 0: the whole
    std::vector<std::vector<int>> children;  ///< sets of clusters: groups directly inside, or single ones
};

/// The whole first, a group after the one around it.
[[nodiscard]] std::vector<Family> families_of(const ClusterGroups& groups, int num_clusters);

/// Who stands for the route between two clusters: the first of the largest group around each that has not both.
[[nodiscard]] std::pair<int, int> stand_ins(const ClusterGroups& groups, int from, int to);

/// What messages between two clusters leave and enter: the two, and num_clusters and more for the groups that have one
/// of them.
[[nodiscard]] std::vector<int> borders_between(const ClusterGroups& groups, int num_clusters, int a, int b);

/// All pairs of clusters, the lower one first, for whose route another one stands.
[[nodiscard]] std::vector<std::pair<int, int>> links_stood_for(const ClusterGroups& groups, int num_clusters);

/// `routes`, and those between the clusters of `links` by the ones that stand for them, as far as these are there: as
/// much nearer or farther as `between`, latencies [from cluster][to cluster], says.
[[nodiscard]] std::vector<Route> with_stand_ins(std::vector<Route> routes, const ClusterGroups& groups,
                                                const std::vector<std::pair<int, int>>& links,
                                                const base::SquareMatrix<Seconds>& between);

}  // namespace causeway::discovery
