/// Clusters by their names, as options and files name them.
#pragma once

#include "causeway/platform/platform.hpp"

#include <string>
#include <vector>

namespace causeway::app {

[[nodiscard]] std::vector<std::string> names_of_clusters(const platform::Platform& platform);

/// Index of the cluster called `name`. Throws InputError, which names `option` and lists the clusters there are.
[[nodiscard]] int cluster_index(const platform::Platform& platform, const std::string& name, const std::string& option);

}  // namespace causeway::app
