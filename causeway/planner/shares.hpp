/// How much of the data the processes of each cluster have, where parts differ in size and every rank knows all of
/// them: coarse enough that calls whose parts are drawn anew each time are of one kind, and share what was decided and
/// tried.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <cstdint>
#include <vector>

namespace causeway::planner {

/// Eighths of all data, rounded, [cluster of the platform]; empty where each has about as much as its number of
/// processes says. `amount`: of each rank's part, in whatever unit.
[[nodiscard]] std::vector<int> shares_of_clusters(const platform::Placement& placement,
                                                  base::FunctionRef<std::int64_t(int rank)> amount);

/// [rank]: parts of such shares, alike for the processes of a cluster, and `mean` on average; empty for no shares.
[[nodiscard]] std::vector<Bytes> parts_of_shares(const platform::Placement& placement, const std::vector<int>& shares,
                                                 Bytes mean);

}  // namespace causeway::planner
