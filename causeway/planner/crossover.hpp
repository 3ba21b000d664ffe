/// Whole messages between clusters or one pipeline: where the one overtakes the other.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>

namespace causeway::planner {

/// The message size from which on the best pipeline is predicted to be faster than the best plan of whole messages
/// between clusters, to within 5 %, looked for between 256 bytes and 64 MiB. Nothing if there is none, or one cluster
/// only.
[[nodiscard]] std::optional<Bytes> pipelines_from(const platform::Platform& platform,
                                                  const platform::Placement& placement, int root);

}  // namespace causeway::planner
