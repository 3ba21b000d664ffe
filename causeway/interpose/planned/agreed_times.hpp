/// What calls took, as all ranks of a communicator agree on it.
#pragma once

#include "causeway/collective/scheme.hpp"
#include "causeway/interpose/communicator_state.hpp"
#include "causeway/mpi/failure_notices.hpp"

#include <vector>

namespace causeway::interpose::planned {

/// `seen`: some calls of the operation, on this rank; in seconds what each took. Infinite where one has failed.
///
/// Where no process is through before the last one has come (collective::synchronises), a call took what passed since
/// the one before, the mean over the ranks, less what the rank that came last did in between: what ranks wait for one
/// that is late is its own, while those that leave early are waited for in the next call, which is the plan's.
/// Elsewhere the longest time of any rank counts: a root that is late cannot be told from a slow network, but is as
/// late whatever the call does. The same on every rank. Collective, with the tags of a run. Throws what a run does.
[[nodiscard]] std::vector<double> agreed_times(CommunicatorState& state, mpi::CallTags tags,
                                               collective::Operation operation, const std::vector<SeenCall>& seen);

}  // namespace causeway::interpose::planned
