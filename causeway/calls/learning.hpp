/// How trials of calls go on: what is agreed on when, and what comes of it.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/failure_notices.hpp"

#include <mpi.h>

#include <string_view>

namespace causeway::calls {

/// The round of the trial is over, and nothing else is being agreed on: ranks begin to, with the tags of a run.
/// Collective, at the same call on every rank. What fails ends the job, as others wait for this rank.
///
/// On MPI_COMM_WORLD nobody waits; a communicator that the program may free, which must wait for nobody, has nothing
/// under way beside its calls: there the answer is waited for at once.
void begin_agreeing(const job::Job& job, CommunicatorState& state, mpi::CallTags tags, const CallKind& kind,
                    PlannedCall& call, MPI_Comm comm) noexcept;

/// A call begins: what is being agreed on goes on. At the call at which all ranks want the answer it is waited for, and
/// decides how the trial goes on; and what it says of the network counts from the next call on. What fails ends the
/// job.
void learn(job::Job& job, CommunicatorState& state, MPI_Comm comm) noexcept;

/// What is being agreed on goes on, without waiting: while a call waits, and when it is over. What fails ends the job.
void go_on_agreeing(CommunicatorState& state, MPI_Comm comm) noexcept;

/// This rank could not do what all do at the beginning of a call: those that begin to agree there wait for it.
void tell_of_absence(CommunicatorState& state, mpi::CallTags call, int code) noexcept;

/// What was chosen for calls of the kind, for people: a line.
void tell_of_choice(const CommunicatorState& state, const CallKind& kind, std::string_view plan, Seconds time,
                    std::string_view reason);

}  // namespace causeway::calls
