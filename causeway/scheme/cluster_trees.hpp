/// What processes have of their own, from each cluster down a tree of its own to all.
#pragma once

#include "causeway/scheme/scheme.hpp"

namespace causeway::scheme {

/// Collected in each cluster at its coordinator and spread from there, a strand each: everybody hears of everybody over
/// the ways that the trees take. Of Trees::kPerCluster.
[[nodiscard]] Built spread_from_clusters(const Layout& layout, schedule::Grain grain);

}  // namespace causeway::scheme
