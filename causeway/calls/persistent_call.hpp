/// The persistent form of a collective: planned when its request is made, which the standard lets wait for other
/// ranks, and carried out by that plan each time that it is started, which is local (MPI 4.0, section 6.13).
///
/// Ranks may start different ones in different orders. So each has tags of its own for as long as the communicator
/// lives, taken where all ranks take them in the same order: when the request is made. One after another, the rounds of
/// one use the same tags: messages between two processes do not overtake each other, and each round has its sends and
/// receives for a process and a tag in the order of the program.
#pragma once

#include "causeway/calls/call.hpp"
#include "causeway/calls/collectives.hpp"
#include "causeway/job/job.hpp"

#include <mpi.h>

namespace causeway::calls {

/// Plans the call and makes its request (`nonblocking.request`); or the MPI library does. Collective over `comm`.
/// Throws MpiError.
int prepare_for_starts(job::Job& job, Call& call, MPI_Comm comm, NativeCall native, Nonblocking& nonblocking);

}  // namespace causeway::calls
