/// Where trees of operations without a root begin.
#pragma once

#include "causeway/planner/task.hpp"

#include <vector>

namespace causeway::planner {

/// The groups of a task, by number, from which trees for messages of that size are tried: all of a few, of many those
/// from which the farthest one is the nearest, no two of them of one site.
[[nodiscard]] std::vector<int> central_groups(const Task& task, Bytes message);

}  // namespace causeway::planner
