/// In a simulated job nothing is loaded: the optimiser is linked into the program.
#include "causeway/interpose/tree_optimizer.hpp"
#include "causeway/several_trees/propose_trees.hpp"

namespace causeway::interpose {

std::vector<planner::TreeProposal> propose_trees(const platform::Platform& platform,
                                                 const platform::Placement& placement, scheme::Operation operation,
                                                 int root) {
    return several_trees::propose_trees(platform, placement, operation, root);
}

}  // namespace causeway::interpose
