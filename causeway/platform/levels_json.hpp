/// The levels of the network as they stand in a platform file.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/platform/platform.hpp"

#include <vector>

namespace causeway::platform {

/// `platform`: its clusters and hosts, read before, whose names are known. Throws InputError for a level that has not
/// every host exactly once, that does not hold the level before it, or that cuts through `platform.clusters`.
[[nodiscard]] std::vector<Level> read_levels(const base::JsonInput& input, const Platform& platform);

/// The reverse.
[[nodiscard]] base::JsonOutput levels_json(const std::vector<Level>& levels);

}  // namespace causeway::platform
