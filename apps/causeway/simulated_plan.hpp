/// A plan, when its messages go, for the verbs that show it.
#pragma once

#include "causeway/page/timed_call.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <string>

namespace causeway::app {

/// Throws InputError, which names `source`, for the MPI library's own collective and for a plan with too many messages.
[[nodiscard]] page::TimedCall simulated_plan(const std::string& source, const platform::Platform& platform,
                                             const platform::Placement& placement, const plan::Plan& plan);

}  // namespace causeway::app
