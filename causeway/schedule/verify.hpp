/// The oracle of every algorithm: replays a schedule symbolically and proves that it does what its
/// collective promises.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <functional>
#include <string>

namespace causeway::schedule {

/// What a collective starts from and ends with, as predicates over (process, block).
struct Collective {
    std::string name;
    std::function<bool(int process, int block)> held_before;
    std::function<bool(int process, int block)> held_after;
};

/// Before: the root holds every block. After: everybody does.
[[nodiscard]] Collective broadcast(int root);

/// Throws ScheduleError, which names process, block and peer, unless
/// - every process can go through its program in order with sends that do not wait: so the schedule
///   cannot deadlock, whatever the MPI buffers;
/// - nothing is sent before it is held, and nothing held is received again;
/// - every receive meets a send of the same blocks, and no send is left over;
/// - what the collective promises is held at the end.
void verify(const Schedule& schedule, const Collective& collective);

}  // namespace causeway::schedule
