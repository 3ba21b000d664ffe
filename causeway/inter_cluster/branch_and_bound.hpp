/// The best schedule between clusters there is, with a proof, or the best found so far with how far it may be off.
///
/// Time is gone through forwards. The sender that is ready first decides: it sends to one of the clusters that wait,
/// or never again. Sends are thus decided in the order of their starts, and every schedule is met once (clusters
/// that nothing tells apart are taken in the order of their numbers). A branch is given up when its bound is not
/// below the best makespan known, U. The bound is the greatest of
///
/// - when the clusters that hold the message are done if they send no more;
/// - over the clusters that wait, the earliest arrival + T_j: shortest paths over transfers that leave their sender,
///   itself with the clusters it serves, done before U;
/// - the k-th arrival, over the fastest transfers that are left, + the k-th greatest T_j among those that wait.
///
/// Source: models of Steffenel, section 4.5; the algorithm is ours.
#pragma once

#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

/// Begins with `start`, which reaches every cluster of `problem`. One step is one bound computed: of n clusters that
/// takes about n^2 operations. The bound of the answer is its makespan unless it stopped early. Exact up to the
/// rounding of sums.
[[nodiscard]] Answer branch_and_bound(const ClusterProblem& problem, const std::vector<Send>& start,
                                      const OrderEffort& effort);

}  // namespace causeway::inter_cluster
