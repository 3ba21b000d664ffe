/// Runs a schedule on a network model: when every transfer starts and arrives.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/model/network_model.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <span>
#include <vector>

namespace causeway::simulate {

/// One transfer as it happened.
struct TimedTransfer {
    int from = 0;
    int to = 0;
    schedule::BlockRange blocks;
    Seconds start;
    Seconds arrival;
};

struct Timeline {
    /// From the common start to the last arrival.
    Seconds makespan;
    /// [process]: its last arrival or the end of its last send, whichever is later.
    std::vector<Seconds> completion;
    /// In order of start.
    std::vector<TimedTransfer> transfers;
};

/// All processes start at 0 and follow their programs: sends leave in their order (schedule/send_order.hpp), each as
/// soon as its blocks are there and the model's resources are free. A process that never receives a block is
/// taken to hold it from the beginning; combining blocks takes no time. Throws ScheduleError when a program cannot be
/// completed.
[[nodiscard]] Timeline run(const schedule::Schedule& schedule, const model::NetworkModel& model,
                           const schedule::BlockSizes& sizes);

/// The same for the strands of one collective, at least one, of the same processes and blocks: in each its own sends
/// leave in order.
[[nodiscard]] Timeline run(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                           const schedule::BlockSizes& sizes);

/// Timeline::makespan alone, for less. What takes longer than `limit` is not simulated any farther: infinity.
[[nodiscard]] Seconds makespan(const schedule::Schedule& schedule, const model::NetworkModel& model,
                               const schedule::BlockSizes& sizes, Seconds limit = Seconds::infinity());
[[nodiscard]] Seconds makespan(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                               const schedule::BlockSizes& sizes, Seconds limit = Seconds::infinity());

}  // namespace causeway::simulate
