/// Do messages get in each other's way?
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/statistics/piecewise_linear.hpp"

#include <mpi.h>

namespace causeway::probe {

/// Over the message size, the least time between two messages of all processes together (Plogp::shared_gap): each
/// process sends a train of messages to the next and receives one from the one before, all at once
/// (shared_gap_estimate.hpp). Larger sizes are left out when time runs short. Collective over `comm`, two processes at
/// least; the same result on every rank. Throws MpiError.
[[nodiscard]] statistics::PiecewiseLinear measure_shared_gap(MPI_Comm comm, Seconds budget);

}  // namespace causeway::probe
