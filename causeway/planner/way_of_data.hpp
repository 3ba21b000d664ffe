/// The platform as the data of an operation meets it on its way down the operation's trees.
#pragma once

#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

namespace causeway::planner {

/// Turned round where data comes up the trees; of an allreduce, which goes both ways over each edge at once, with the
/// slower way of every link and of every uplink and downlink.
[[nodiscard]] platform::Platform along_trees(scheme::Operation operation, platform::Platform platform);

/// Whether that may be another one: it is not where everything is as fast both ways.
[[nodiscard]] bool differs_along_trees(scheme::Operation operation, const platform::Platform& platform);

}  // namespace causeway::planner
