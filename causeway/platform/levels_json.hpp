/// The levels of the network as they stand in a platform file.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/platform/platform.hpp"

#include <vector>

namespace causeway::platform {

/// `platform`: its clusters and hosts, read before. What is together is given by hosts, or by whole clusters of the
/// platform. Throws InputError for a level that has not every host exactly once, that does not hold the level before
/// it, or that cuts through `platform.clusters`; and for a capacity of anything but several of these together.
[[nodiscard]] std::vector<Level> read_levels(const base::JsonInput& input, const Platform& platform);

/// The reverse: of its levels.
[[nodiscard]] base::JsonOutput levels_json(const Platform& platform);

}  // namespace causeway::platform
