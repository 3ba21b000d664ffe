/// Several trees between the clusters as proposals: made by an optimiser that not every process carries, made by one
/// process and handed to the others as text.
#pragma once

#include "causeway/planner/planner.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

/// Makes proposals for broadcasts of long messages from the rank `root`. Throws base::Error when it can make none;
/// other operations go by proposals_for().
using ProposeTrees = std::function<std::vector<ClusterTrees>(const platform::Platform& platform,
                                                             const platform::Placement& placement, int root)>;

/// Whether several trees can be worth more than one for a message of this size: from three clusters on, where there are
/// enough segments to be on several ways at once, and there is a scheme for the operation.
[[nodiscard]] bool may_gain_from_trees(scheme::Operation operation, const platform::Placement& placement,
                                       Bytes message);

/// Whether its data comes up the trees alone; operations that agree in this have the same proposals.
[[nodiscard]] bool only_comes_up(scheme::Operation operation);

/// What `propose` says for an operation with this root: of one that only comes up, with every link the other way.
/// Throws what `propose` does.
[[nodiscard]] std::vector<ClusterTrees> proposals_for(scheme::Operation operation, const ProposeTrees& propose,
                                                      const platform::Platform& platform,
                                                      const platform::Placement& placement, int root);

/// The proposals of at most so many trees.
[[nodiscard]] std::vector<ClusterTrees> of_at_most(int most_trees, std::vector<ClusterTrees> proposals);

/// The proposals as text (JSON), and back. parse_proposals() throws InputError.
[[nodiscard]] std::string to_text(const std::vector<ClusterTrees>& proposals);
[[nodiscard]] std::vector<ClusterTrees> parse_proposals(std::string_view text);

}  // namespace causeway::planner
