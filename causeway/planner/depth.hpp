/// How deep the trees of a plan are.
#pragma once

#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

namespace causeway::planner {

/// The most processes that data passes on its way down the plan's first tree; 0 without trees. What goes over several
/// ways at once counts as the deepest there can be.
[[nodiscard]] int depth_of(const plan::Plan& plan, const platform::Placement& placement);

}  // namespace causeway::planner
