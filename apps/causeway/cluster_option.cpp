#include "cluster_option.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <vector>

namespace causeway::app {

int cluster_index(const platform::Platform& platform, const std::string& name, const std::string& option) {
    if (const auto index = platform.find_cluster(name)) {
        return *index;
    }
    std::vector<std::string> known;
    for (const platform::Cluster& cluster : platform.clusters) {
        known.push_back(cluster.name);
    }
    throw base::InputError({.source = option,
                            .place = {},
                            .found = fmt::format("the unknown cluster '{}'", name),
                            .accepted = base::joined(known)});
}

}  // namespace causeway::app
