/// The optimiser for several trees, which brings a linear-programming solver with it: loaded when it is first needed,
/// so that no program carries a solver that it does not use.
#pragma once

#include "causeway/planner/tree_proposals.hpp"

#include <vector>

namespace causeway::interpose {

/// What libcauseway_trees.so, which is installed beside libcauseway.so, proposes. Local. Throws base::Error that says
/// why when it cannot be loaded or is of another version, or when it can propose nothing. A planner::ProposeTrees.
[[nodiscard]] std::vector<planner::TreeProposal> propose_trees(const platform::Platform& platform,
                                                               const platform::Placement& placement,
                                                               scheme::Operation operation, int root);

}  // namespace causeway::interpose
