/// What the ranks of a communicator agree on before its first planned call: whether anything speaks against plans on
/// some rank, and which communicator of our own the messages take.
///
/// That takes longer than a short call. A communicator that is made, used once and freed gains nothing from it: its
/// first call is the MPI library's own, unless that is long anyway. The second communicator of a group takes the one of
/// our own that the first has left, where it is free on all ranks.
///
/// Calls that do not wait cannot agree on anything before they begin: they are planned by what the job began with, and
/// their messages take what MPI_Init has made (early_executor.hpp), until a call comes that waits.
#pragma once

#include "causeway/calls/call.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/executor.hpp"

#include <mpi.h>

#include <string_view>

namespace causeway::calls {

/// Why a call passes through that another one may never follow.
inline constexpr std::string_view kFirstCall = "the first call on a communicator, which may be the only one";

/// Whether a call that could be planned is left to the MPI library as the first one on its communicator: from then on
/// it is not. Alike on all ranks. Local.
[[nodiscard]] bool is_spared(const job::Job& job, const Call& call, CommunicatorState& state, MPI_Comm comm) noexcept;

/// Whether the user insists on plans, which the first call on a communicator has as well then.
[[nodiscard]] bool is_insisted_on(const job::Job& job) noexcept;

/// Whether nothing speaks against communicators of our own, as far as this rank knows. Local. Throws MpiError.
[[nodiscard]] bool may_take_communicators(const job::Job& job);

/// Makes `state`, which is to plan, ready for that, unless it is; or has it plan nothing. Collective over `comm`.
/// Throws MpiError.
void agree_first(job::Job& job, CommunicatorState& state, MPI_Comm comm);

/// Whether calls that do not wait may be planned before ranks have agreed. Alike on all ranks. Local.
[[nodiscard]] bool may_begin_early(const job::Job& job, const CommunicatorState& state, MPI_Comm comm) noexcept;

/// Makes `state`, which is to plan, ready for calls that do not wait, as far as it takes no messages, unless it is.
/// Local.
void begin_planning(const job::Job& job, CommunicatorState& state);

/// What has the messages of a call that does not wait, which is by plan: it may not be open yet
/// (CommunicatorState::early). Collective over `comm` where find_executor() has nothing, but waits for nobody. Throws
/// MpiError.
[[nodiscard]] mpi::Executor& executor_at_once(job::Job& job, CommunicatorState& state, MPI_Comm comm);

/// The same if there is one already that has tags for another call; else null. Alike on all ranks.
[[nodiscard]] mpi::Executor* find_executor(const CommunicatorState& state) noexcept;

/// The state of `comm`, which is ready to plan, or plans nothing. Collective over `comm` at the first call. Throws
/// MpiError.
[[nodiscard]] CommunicatorState& agreed_state_of(job::Job& job, MPI_Comm comm);

}  // namespace causeway::calls
