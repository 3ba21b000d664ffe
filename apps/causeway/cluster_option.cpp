#include "cluster_option.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

namespace causeway::app {

std::vector<std::string> names_of_clusters(const platform::Platform& platform) {
    std::vector<std::string> names;
    for (const platform::Cluster& cluster : platform.clusters) {
        names.push_back(cluster.name);
    }
    return names;
}

int cluster_index(const platform::Platform& platform, const std::string& name, const std::string& option) {
    if (const auto index = platform.find_cluster(name)) {
        return *index;
    }
    throw base::InputError({.source = option,
                            .place = {},
                            .found = fmt::format("the unknown cluster '{}'", name),
                            .accepted = base::joined(names_of_clusters(platform))});
}

}  // namespace causeway::app
