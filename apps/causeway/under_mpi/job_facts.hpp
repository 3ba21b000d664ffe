/// The facts of a job's hosts, brought together at rank 0.
#pragma once

#include "causeway/diagnosis/facts.hpp"
#include "causeway/diagnosis/machine.hpp"

#include <vector>

namespace causeway::app {

/// Those of every host, on rank 0; one for this host's rank elsewhere. `machine`: this one, as it was before MPI began.
/// Collective.
[[nodiscard]] std::vector<diagnosis::Facts> facts_of_job(diagnosis::Machine machine);

}  // namespace causeway::app
