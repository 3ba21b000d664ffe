/// What no single entry of a platform file shows.
#pragma once

#include "causeway/base/json_input.hpp"
#include "causeway/platform/platform.hpp"

namespace causeway::platform {

/// Refuses names that stand there twice, hosts in two clusters, links given twice, more processes than can be counted.
/// `input`: the file that `platform`
/// was read from. Throws InputError.
void check_consistency(const Platform& platform, const base::JsonInput& input);

}  // namespace causeway::platform
