/// What a schedule takes at least, whatever the order of its messages.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/model/network_model.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <span>
#include <vector>

namespace causeway::planner {

/// How long each resource is held, in seconds, over all strands of a collective: [resource].
[[nodiscard]] std::vector<double> held_times(std::span<const schedule::Schedule> strands,
                                             const model::NetworkModel& model, const schedule::BlockSizes& sizes);

/// How long the resource is held that is held longest.
[[nodiscard]] Seconds busiest_time(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                                   const schedule::BlockSizes& sizes);

}  // namespace causeway::planner
