/// What `optimal` and `search` share: constructed, improved a little, then branch and bound.
#pragma once

#include "causeway/inter_cluster/heuristic.hpp"

namespace causeway::inter_cluster {

/// `problem` is a reachable part; so is the answer.
[[nodiscard]] Answer exact_within_effort(const ClusterProblem& problem, const OrderEffort& effort);

/// The answer for a part, told of the whole problem's clusters.
[[nodiscard]] Answer in_whole(const ReachablePart& part, Answer answer);

}  // namespace causeway::inter_cluster
