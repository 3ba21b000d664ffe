/// The best ways of an operation over several trees between the clusters of a platform.
#pragma once

#include "causeway/planner/tree_proposals.hpp"

#include <vector>

namespace causeway::several_trees {

/// For fewer and for more trees: those that carry most, as far as more carry more. Of operations in which all have the
/// same data, one tree, at most two, four and eight from the cluster of the rank `root`, each with its segments of
/// every period; of those in which processes have data of their own, from the cluster of each (of a rooted one, from
/// the root's), each with its parts of it. Then the same over nearer ways alone (ClusterNetwork::without_detours), of
/// not too many clusters. Empty when a cluster cannot be reached, of operations without such ways, or
/// where clusters are too many.
/// Throws SolverError. A planner::ProposeTrees.
[[nodiscard]] std::vector<planner::TreeProposal> propose_trees(const platform::Platform& platform,
                                                               const platform::Placement& placement,
                                                               scheme::Operation operation, int root);

}  // namespace causeway::several_trees
