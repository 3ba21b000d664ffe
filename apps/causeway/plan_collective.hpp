/// causeway plan for every other collective than broadcast.
#pragma once

#include "causeway/planner/collective_planner.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/report/document.hpp"

namespace causeway::app {

/// The choice, the runners-up and why, for one process in every slot of the platform.
[[nodiscard]] report::Document plan_collective(const platform::Platform& platform,
                                               const planner::CollectiveRequest& request);

}  // namespace causeway::app
