/// From which size on this MPI library has messages between hosts wait for their receivers, and what that costs.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <mpi.h>

#include <optional>

namespace causeway::probe {

/// Asked without a clock: `measurer` sends messages of several sizes to a `peer` that receives none of them before it
/// is told which ones had left when its answer to one that followed them all had come. Then it times one that waits and
/// one that does not, twice each. Some fourteen round trips and half a megabyte. Called by the two, with equal
/// arguments. `round_trip`: of empty messages between them. Nothing if even messages of a kilobyte wait: such a library
/// completes no send before its receiver came. Where none waits, one round trip is supposed for those that are longer.
/// At the measurer; nothing at its peer. Throws MpiError.
[[nodiscard]] std::optional<platform::Handshake> measure_handshake(MPI_Comm comm, int measurer, int peer,
                                                                   Seconds round_trip);

}  // namespace causeway::probe
