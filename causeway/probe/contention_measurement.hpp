/// Do messages get in each other's way?
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::probe {

/// Over the message size, the least time between two messages of all processes together (Plogp::shared_gap): each
/// process sends a train of messages to the next and receives one from the one before, all at once; a longer and a
/// shorter train tell what a message adds. Larger sizes are left out when time runs short. Collective over `comm`, two
/// processes at least; the same result on every rank. Throws MpiError.
[[nodiscard]] statistics::PiecewiseLinear measure_shared_gap(MPI_Comm comm, Seconds budget);

/// `shared_gap` if `num_processes` processes that all send at once are slowed down by it beyond their own gaps;
/// otherwise nothing.
[[nodiscard]] std::optional<statistics::PiecewiseLinear> if_it_matters(const statistics::PiecewiseLinear& shared_gap,
                                                                       const platform::Plogp& plogp, int num_processes);

}  // namespace causeway::probe
