/// How far data of one process travels over a tree.
#pragma once

#include "causeway/plan/tree.hpp"
#include "causeway/platform/platform.hpp"

#include <vector>

namespace causeway::planner {

/// [process] how many messages bring what goes over the tree from its root to it. Requires a period of one segment.
[[nodiscard]] std::vector<int> hops_of(const plan::Tree& tree, const platform::Placement& placement);

}  // namespace causeway::planner
