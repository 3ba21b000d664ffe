/// What a schedule takes at least, whatever the order of its messages.
#pragma once

#include "causeway/base/paged_vector.hpp"
#include "causeway/base/units.hpp"
#include "causeway/model/network_model.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace causeway::planner {

/// Calls `use` with every hold of a transfer.
template <typename Use>
void for_each_hold(const model::Occupation& occupation, const Use& use) {
    for (std::size_t s = 0; s < occupation.num_stages; ++s) {
        std::ranges::for_each(occupation.stages[s].held(), use);
    }
}

/// How long each resource is held, in seconds, over all strands of a collective: [resource].
[[nodiscard]] base::PagedVector<double> held_times(std::span<const schedule::Schedule> strands,
                                                   const model::NetworkModel& model, const schedule::BlockSizes& sizes);

/// How long the resource is held that is held longest.
[[nodiscard]] Seconds busiest_time(std::span<const schedule::Schedule> strands, const model::NetworkModel& model,
                                   const schedule::BlockSizes& sizes);

}  // namespace causeway::planner
