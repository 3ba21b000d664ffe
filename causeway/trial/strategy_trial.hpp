/// The strategies tried on the real network, beside the MPI library's own collective.
#pragma once

#include "causeway/platform/platform.hpp"

#include <mpi.h>

namespace causeway::trial {

/// Measures at the sizes of `native` the MPI library's own broadcast again and our own strategies, those that are
/// predicted to be of interest: in turn, so that a change of the machine's mood hits all, and for as long as they have
/// a chance to be the best. Replaces the times in `native`; sizes for which the budget does not last keep theirs.
/// Collective over `comm`, with equal arguments; the same result on every rank. Throws as BroadcastTrial does.
void try_strategies(MPI_Comm comm, const platform::Platform& platform, Seconds budget, platform::NativeTime& native);

}  // namespace causeway::trial
