/// Discovery with the proof of the pudding: where predictions are not enough, plans are tried.
#pragma once

#include "causeway/platform/platform.hpp"
#include "causeway/probe/discover.hpp"

#include <mpi.h>

namespace causeway::trial {

/// probe::discover, and then, if all hosts are in one cluster, our own strategies at the sizes at which the MPI
/// library's own broadcast was measured (platform::NativeTime::strategies). Inside one cluster the two are close, and
/// what decides - processors that are shared, interrupts - is in no model; between clusters the network decides. The
/// trial takes two fifths of the budget, and what is left of the rest. Collective over `comm`, with equal options; the
/// same result on every rank. Throws as probe::discover does.
[[nodiscard]] platform::Platform discover_and_try(MPI_Comm comm, const probe::DiscoveryOptions& options);

}  // namespace causeway::trial
