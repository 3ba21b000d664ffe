/// The request that the program gets for a planned call: a receive of nothing from the process itself, on our
/// communicator, with the first tag of the call. Every function of MPI that waits for, tests or asks about requests
/// knows what to do with it, whatever else it is given. What was carried out sends that message at its end.
///
/// It is not a generalized request of the standard: MPICH (3.4.3 to 5.0.0) ends a program that waits for one of these
/// beside a null request. Nor is it a message on a communicator of this process alone: MPICH 4.0.2 completes a receive
/// there without waking up a thread that waits for it.
#pragma once

#include "causeway/calls/communicator_state.hpp"
#include "causeway/mpi/executor.hpp"

#include <mpi.h>

namespace causeway::calls {

/// A request that is complete when the end is sent. Local. Throws MpiError.
[[nodiscard]] MPI_Request receive_end(const mpi::Executor& executor, int tag);

/// The same, persistent: to be started each time. Local. Throws MpiError.
[[nodiscard]] MPI_Request receive_end_again_and_again(const mpi::Executor& executor, int tag);

/// Who waits goes on; after a failure, with an error that goes through the communicator's handler. `executor`: the one
/// of the state that has the call. Local.
void send_end(CommunicatorState& state, const mpi::Executor& executor, int tag, bool has_failed) noexcept;

}  // namespace causeway::calls
