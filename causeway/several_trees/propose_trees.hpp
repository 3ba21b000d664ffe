/// The best ways to broadcast over several trees between the clusters of a platform.
#pragma once

#include "causeway/planner/tree_proposals.hpp"

#include <vector>

namespace causeway::several_trees {

/// For one tree and for at most two, four and eight: the trees of the best packing found, each with its segments of
/// every period. More trees are proposed only where they carry more. Empty when a cluster cannot be reached. Throws
/// SolverError. A planner::ProposeTrees.
[[nodiscard]] std::vector<planner::ClusterTrees> propose_trees(const platform::Platform& platform,
                                                               const platform::Placement& placement, int root);

}  // namespace causeway::several_trees
