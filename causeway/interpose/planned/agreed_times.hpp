/// What calls took, as all ranks of a communicator agree on it.
#pragma once

#include "causeway/collective/scheme.hpp"
#include "causeway/interpose/communicator_state.hpp"
#include "causeway/mpi/failure_notices.hpp"

#include <vector>

namespace causeway::interpose::planned {

/// `seconds`: of some calls of the operation, on this rank. Where no process is through before the last one has come,
/// that one took the least, which is what the call itself took, however late it was. Elsewhere the longest time counts:
/// a root that is late cannot be told from a slow network, but is as late whatever the call does. The same on every
/// rank. Collective, with the tags of a run. Throws what a run does.
[[nodiscard]] std::vector<double> agreed_times(CommunicatorState& state, mpi::CallTags tags,
                                               collective::Operation operation, std::vector<double> seconds);

}  // namespace causeway::interpose::planned
