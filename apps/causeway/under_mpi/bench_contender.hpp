/// What `bench` measures beside the MPI library's own collective: plans, each run by the preloaded library's layer.
#pragma once

#include "causeway/mpi/communicator.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::app {

/// One of them, at every size. Where no plan is made, what runs is the MPI library's own.
struct Contender {
    std::string name;
    /// What it insists on; nothing: the planner's choice.
    std::optional<planner::Forced> forced = {};
    int most_trees = 8;
    bool several_coordinators = true;
    bool is_own = false;      ///< the best plan of ours, even where the MPI library's own is preferred
    bool is_against = false;  ///< by the other platform
    /// Of the processes of MPI_COMM_WORLD, with plans of its own.
    mpi::Communicator comm = {};
};

/// The contenders that `--compare` names: "native" is none, "each" one for every strategy (of other operations than
/// broadcast: every scheme). `usual`: what is not said is as with it. Throws InputError.
[[nodiscard]] std::vector<Contender> compared(std::string_view compare, scheme::Operation operation, int most_trees,
                                              const std::optional<planner::Forced>& usual);

/// Trees between clusters that long data of an operation with this root may take at once, the same on every rank.
/// Collective over MPI_COMM_WORLD.
[[nodiscard]] std::vector<planner::TreeProposal> proposed_trees(scheme::Operation operation,
                                                                const platform::Platform& platform,
                                                                const platform::Placement& placement, int root);

/// What the contender runs for such calls. `call`: without what the contender says. Local.
[[nodiscard]] planner::Candidate chosen_by(const Contender& contender, const platform::Platform& platform,
                                           const platform::Placement& placement, planner::Request call);

}  // namespace causeway::app
