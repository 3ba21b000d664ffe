/// From a tree to its schedule: schedules between clusters, inside clusters and inside hosts put together.
#pragma once

#include "causeway/plan/tree.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/schedule/schedule.hpp"

#include <optional>

namespace causeway::plan {

/// The schedule of `tree` for the processes of `placement`. With `only`, the program of that rank alone.
/// Requires a tree made for this placement.
[[nodiscard]] schedule::Schedule compose(const Tree& tree, const platform::Placement& placement,
                                         std::optional<int> only = std::nullopt);

/// The schedule of a pipeline, over one tree or several, for the segments of one of its periods.
[[nodiscard]] schedule::Schedule compose_one_period(const Tree& tree, const platform::Placement& placement,
                                                    std::optional<int> only = std::nullopt);

}  // namespace causeway::plan
