/// The oracle of every algorithm: replays a schedule symbolically and proves that it does what its
/// collective promises.
#pragma once

#include "causeway/schedule/collective.hpp"
#include "causeway/schedule/schedule.hpp"

#include <span>

namespace causeway::schedule {

/// Throws ScheduleError, which names process, block and peer, unless
/// - every process can go through its program in order with sends that do not wait: so the schedule
///   cannot deadlock, whatever the MPI buffers;
/// - nothing is sent before it is held, and what is received is more than what was held of it;
/// - nothing is combined twice, unless it may be;
/// - every receive meets a send of the same blocks, and no send is left over;
/// - what the collective promises is held at the end.
void verify(const Schedule& schedule, const Collective& collective);

/// The same for a collective of several strands, of the same processes and blocks, at least one.
void verify(std::span<const Schedule> strands, const Collective& collective);

}  // namespace causeway::schedule
