/// What a call takes by the model alone, whatever was measured of it.
#pragma once

#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

namespace causeway::planner {

/// By simulation; of a plan without a scheme what library_time() says. Infinite where that is beyond reasonable effort.
[[nodiscard]] Seconds modelled_time(const platform::Platform& platform, const platform::Placement& placement,
                                    const plan::Plan& plan);

}  // namespace causeway::planner
