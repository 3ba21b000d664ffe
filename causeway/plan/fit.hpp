/// Whether a plan, from a file say, is one for given processes.
#pragma once

#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <string>

namespace causeway::plan {

/// What keeps the plan from being carried out by the processes of `placement`; empty: nothing. `plan`: for the
/// placement's platform, as parse_plan() gives it. Where there are not too many processes and blocks, what its schedule
/// does is proved (schedule::verify).
[[nodiscard]] std::string misfit(const Plan& plan, const platform::Placement& placement);

}  // namespace causeway::plan
