/// Schedules in GOAL, the language of the simulator LogGOPSim: for every process its sends, receives and calculations,
/// and what each of them waits for.
///
/// Source: T. Hoefler, C. Siebert, A. Lumsdaine: Group Operation Assembly Language - A Flexible Way to Express
/// Collective Communication (ICPP 2009); the text is what txt2bin of LogGOPSim reads.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <span>
#include <string>

namespace causeway::schedule {

struct GoalOptions {
    /// What combining a byte takes; GOAL counts whole nanoseconds. The simulator of this project takes none.
    Seconds combining_per_byte{0.0};
    std::string title = {};  ///< a comment on the first line
};

/// The strands of one collective, at least one, of the same processes and blocks. A message is a `send` and a `recv` of
/// one size and tag: tags tell the messages of a pair of processes apart. `requires` is what follows from the data (and
/// from control messages), `irequires` the order in which sends leave, where they have one. What is combined is a
/// `calc` behind its `recv`. A message without data is one of 1 byte: LogGOPSim counts from the second byte on.
[[nodiscard]] std::string to_goal(std::span<const Schedule> strands, const BlockSizes& sizes,
                                  const GoalOptions& options);

}  // namespace causeway::schedule
