/// What calls show of the network: noted of those that are tried, and made use of.
///
/// A trial of long calls has every process note how fast data came to it from other clusters; ranks agree on that by
/// the messages in which they agree on what the calls took. What contradicts the platform is corrected (correction/),
/// by all ranks alike, at the call after the one at which they have the answer, and all is planned anew: what was tried
/// stays known. Where so much is wrong that ways which no plan takes are doubtful too, links are looked at once, by
/// what measures those that have changed (calls/drift.hpp).
///
/// Calls of which nothing is tried teach nothing: those of requests, and those of forced plans. While a link is
/// believed to have changed since it was measured, it is measurements that say what it costs.
#pragma once

#include "causeway/calls/communicator_state.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/message_log.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace causeway::calls {

/// Whether paces are worth noting of calls on the communicator: there are links, and no more than can be agreed on.
[[nodiscard]] bool learns_paces(const CommunicatorState& state);

/// Where the messages of the call that has begun are noted for their pace; null: nowhere. Local.
[[nodiscard]] mpi::MessageLog* begin_arrivals(CommunicatorState& state, const PlannedCall& call) noexcept;

/// That call is over. Local.
void note_arrivals(const CommunicatorState& state, PlannedCall& call) noexcept;

/// What ranks have agreed on, to be made use of at the next call.
void take_up(CommunicatorState& state, const PlannedCall& call, const std::vector<correction::SeenCalls>& seen);

/// Before a call: corrects the platform where that was contradicted, and has all planned anew. Every rank at the same
/// call. What fails ends the job.
void correct_what_is_wrong(job::Job& job, CommunicatorState& state, MPI_Comm comm) noexcept;

/// Seconds that the job may lose in the communicator and still be no slower than by the MPI library's own: what plans
/// have won so far, less what trying has cost, and a share of the library's time. Of kinds of which that was timed.
/// Local; the same on every rank. Throws std::bad_alloc.
[[nodiscard]] double seconds_to_spare(const CommunicatorState& state);

/// A platform, and what calls have corrected in it, for people; "": nothing.
struct CorrectedPlatform {
    platform::Platform platform;
    std::string what;
};

/// Of one that was doubted, and whose links are measured now: what calls say of the rest.
[[nodiscard]] CorrectedPlatform corrected_by_calls(const CommunicatorState& state, platform::Platform measured);

}  // namespace causeway::calls
