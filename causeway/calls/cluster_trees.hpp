/// Trees between clusters that long data may take at once, as all ranks of a communicator agree on them.
#pragma once

#include "causeway/calls/call.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/mpi/executor.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::calls {

/// What is proposed for long data of the operation from or to this root: asked for at the first of them, by every rank
/// alike. The root asks and tells the others, with the tags of the call, so that those that call for something else
/// notice. A rank that fails in that ends the job: others may have what it lacks, and would not meet it at the next
/// call. Collective over `comm`.
[[nodiscard]] const std::vector<planner::TreeProposal>& trees_for(const job::Job& job, CommunicatorState& state,
                                                                  scheme::Operation operation, int root, MPI_Comm comm,
                                                                  mpi::CallTags tags) noexcept;

}  // namespace causeway::calls
