/// Several trees between the clusters as proposals: made by an optimiser that not every process carries, made by one
/// process and handed to the others as text.
#pragma once

#include "causeway/planner/planner.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {

/// Makes proposals for the operation, from the rank `root` where it has one. Throws base::Error when it
/// can make none.
using ProposeTrees = std::function<std::vector<TreeProposal>(
    const platform::Platform& platform, const platform::Placement& placement, scheme::Operation operation, int root)>;

/// Whether proposed trees can be worth more than others for a message of this size (see plan::Plan::message): from
/// three clusters on, where data takes some time on the links beside what the nearest ones take for nothing, and a
/// scheme of the operation takes such trees. Broadcasts are longer: of a short one ranks may not know how long it is.
[[nodiscard]] bool may_gain_from_trees(scheme::Operation operation, const platform::Platform& platform,
                                       const platform::Placement& placement, Bytes message);

/// The trees of those proposals that are among the fastest for a message of this size, and may be among those of which
/// one takes the time `known`.
[[nodiscard]] std::vector<ClusterTrees> worth_a_look(const std::vector<TreeProposal>& proposals, Bytes message,
                                                     Seconds known = Seconds::infinity());

/// The proposals for the operation in which no data has more than so many trees to take.
[[nodiscard]] std::vector<TreeProposal> of_at_most(int most_trees, scheme::Operation operation,
                                                   std::vector<TreeProposal> proposals);

/// The proposals as text (JSON), and back. parse_proposals() throws InputError.
[[nodiscard]] std::string to_text(const std::vector<TreeProposal>& proposals);
[[nodiscard]] std::vector<TreeProposal> parse_proposals(std::string_view text);

}  // namespace causeway::planner
