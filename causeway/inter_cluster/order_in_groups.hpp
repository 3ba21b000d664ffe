/// Orders of sends for clusters that are groups in groups: LANs of sites, sites of regions.
///
/// Each group hears once, through one of its clusters, and passes on inside itself what it got: what is long or shared
/// is crossed once. Two regions of two sites, root a:
///
///     [ a  b ]  [ c  d ]      a > c between the regions, then a > b and c > d inside them
///
/// Source: Steffenel, section 5 for the order at each level; groups in groups as in Karonis et al., "Exploiting
/// hierarchy in parallel computer networks to optimize collective operation performance" (2000).
#pragma once

#include "causeway/inter_cluster/cluster_problem.hpp"

#include <functional>
#include <vector>

namespace causeway::inter_cluster {

/// The order of a heuristic for a problem.
using OrderClusters = std::function<std::vector<Send>(const ClusterProblem&)>;

/// `groups`: sets of clusters, ascending, of which any two are apart or one in the other. Of every group that is
/// reached from outside, the cluster to which the root's cluster, or the one through which the group around it is
/// reached, sends fastest passes on inside. `order` decides among these clusters at each level, with the time that its
/// group takes inside as T_i of each. Clusters that a level's order does not reach are left out, with all behind them.
[[nodiscard]] std::vector<Send> order_in_groups(const ClusterProblem& problem,
                                                const std::vector<std::vector<int>>& groups, Completion completion,
                                                const OrderClusters& order);

}  // namespace causeway::inter_cluster
