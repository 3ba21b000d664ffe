/// Several trees between the clusters that all ranks know: one asks the optimiser, the others are told.
#pragma once

#include "causeway/planner/tree_proposals.hpp"

#include <functional>
#include <string>
#include <vector>

namespace causeway::planner {

/// The text of the process that asks, on every process.
using ShareText = std::function<std::string(const std::string&)>;

/// What `propose` proposes for the operation where `asks` is true, which is on one process, on every one. Where it
/// throws, there are none, and that process hands the reason to `tell`. Collective, as `share` is, with an equal root.
/// Throws what `share` does.
[[nodiscard]] std::vector<TreeProposal> agreed_trees(scheme::Operation operation, bool asks, const ShareText& share,
                                                     const ProposeTrees& propose, const platform::Platform& platform,
                                                     const platform::Placement& placement, int root,
                                                     const std::function<void(const std::string&)>& tell);

}  // namespace causeway::planner
