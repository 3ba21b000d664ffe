/// What the ranks of a communicator agree on before its first planned call: whether anything speaks against plans on
/// some rank, and which communicator of our own the messages take.
///
/// That takes longer than a short call. A communicator that is made, used once and freed gains nothing from it: its
/// first call is the MPI library's own, unless that is long anyway. The second communicator of a group takes the one of
/// our own that the first has left, where it is free on all ranks.
#pragma once

#include "causeway/calls/call.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/job/job.hpp"

#include <mpi.h>

#include <string_view>

namespace causeway::calls {

/// Why a call passes through that another one may never follow.
inline constexpr std::string_view kFirstCall = "the first call on a communicator, which may be the only one";

/// Whether a call that could be planned is left to the MPI library as the first one on its communicator: from then on
/// it is not. Alike on all ranks. Local.
[[nodiscard]] bool is_spared(const job::Job& job, const Call& call, CommunicatorState& state, MPI_Comm comm) noexcept;

/// Makes `state`, which is to plan, ready for that, unless it is; or has it plan nothing. Collective over `comm`.
/// Throws MpiError.
void agree_first(job::Job& job, CommunicatorState& state, MPI_Comm comm);

/// The state of `comm`, which is ready to plan, or plans nothing. Collective over `comm` at the first call. Throws
/// MpiError.
[[nodiscard]] CommunicatorState& agreed_state_of(job::Job& job, MPI_Comm comm);

}  // namespace causeway::calls
