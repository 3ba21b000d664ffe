/// What a schedule takes at least, whatever the order of its messages.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/model/network_model.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <span>

namespace causeway::planner {

/// How long the resource is held that is held longest, over all strands of a collective.
[[nodiscard]] Seconds busiest_time(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                                   const schedule::BlockSizes& sizes);

}  // namespace causeway::planner
