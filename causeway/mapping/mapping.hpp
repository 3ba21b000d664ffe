/// Processes onto hosts: the question and the answer, as one call.
#pragma once

#include "causeway/mapping/placement_effort.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/traffic/communication_table.hpp"

#include <vector>

namespace causeway::mapping {

/// The slot of every process, [process], so that the traffic of `table` costs little (PlacementCost,
/// placement_cost.hpp, says what), and no more than with slots 0, 1, 2, ... or with one process to each host in turn.
///
/// `slots`: the host and the cluster of every slot; for a new order of the ranks of a running job, its placement. A
/// pure function: equal arguments give equal answers on every machine. Throws InputError when there are too few slots,
/// or no way from one cluster of the platform to another.
[[nodiscard]] std::vector<int> place(const traffic::CommunicationTable& table, const platform::Platform& platform,
                                     const platform::Placement& slots, const PlacementEffort& effort);

}  // namespace causeway::mapping
