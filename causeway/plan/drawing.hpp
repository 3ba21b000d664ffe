/// The trees of a plan as people draw them.
#pragma once

#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <string>
#include <vector>

namespace causeway::plan {

/// Line by line, the clusters that data passes, of trees that all processes' data takes: each below the one that it
/// comes from, in the order in which they are sent to, with what the way there costs and which groups of clusters it
/// enters. Of several ways between the clusters, how many segments of every period take each. Empty for a plan inside one cluster, or without a
/// tree. What comes up a tree comes the other way.
///
///     aa           2 hosts
///     |-- ba       2 hosts   10.0 ms, 20.0 MB/s   into site b
///     |   `-- bb   2 hosts   600 us, 60.0 MB/s
///     `-- ab       2 hosts   600 us, 60.0 MB/s
[[nodiscard]] std::vector<std::string> drawing(const Plan& plan, const platform::Platform& platform,
                                               const platform::Placement& placement);

}  // namespace causeway::plan
