/// Runs a schedule as MPI libraries carry out their own flat algorithms: step by step, waiting after each.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/model/network_model.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

namespace causeway::simulate {

/// From the common start to the end of the last step. The first step is what can be sent from the beginning, each
/// further one what was received in those before. A process begins all messages of a step together, and the next step
/// when all of them are over: when what comes has come, and what goes has left. A message that waits for its receiver
/// (NetworkModel::answer_time) leaves when that has come to the step, too, and has answered, and is over for its sender
/// once it is there. Unlike run(), where a send waits for its own blocks and nothing else. Throws ScheduleError when a
/// program cannot be completed.
[[nodiscard]] Seconds run_in_steps(const schedule::Schedule& schedule, const model::NetworkModel& model,
                                   const schedule::BlockSizes& sizes);

}  // namespace causeway::simulate
