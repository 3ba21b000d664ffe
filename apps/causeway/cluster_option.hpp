/// An option that names a cluster.
#pragma once

#include "causeway/platform/platform.hpp"

#include <string>

namespace causeway::app {

/// Index of the cluster called `name`. Throws InputError, which names `option` and lists the clusters there are.
[[nodiscard]] int cluster_index(const platform::Platform& platform, const std::string& name, const std::string& option);

}  // namespace causeway::app
