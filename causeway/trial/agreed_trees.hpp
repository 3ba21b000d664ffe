/// Several trees between the clusters that all ranks know: one asks the optimiser, the others are told.
#pragma once

#include "causeway/planner/tree_proposals.hpp"

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

namespace causeway::trial {

/// What `propose` proposes on rank 0 of `comm`, on every rank. Where it throws, there are none, and
/// rank 0 hands the reason to `tell`. Collective over `comm`, with an equal root. Throws MpiError.
[[nodiscard]] std::vector<planner::ClusterTrees> agreed_trees(MPI_Comm comm, const planner::ProposeTrees& propose,
                                                              const platform::Platform& platform,
                                                              const platform::Placement& placement, int root,
                                                              const std::function<void(const std::string&)>& tell);

}  // namespace causeway::trial
