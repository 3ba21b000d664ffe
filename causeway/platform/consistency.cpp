#include "causeway/platform/consistency.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace causeway::platform {

using base::JsonInput;

void check_consistency(const Platform& platform, const JsonInput& input) {
    std::unordered_set<std::string> cluster_names;
    std::unordered_map<std::string, int> cluster_of_host;
    const std::vector<JsonInput> cluster_places = input.member("clusters").elements();
    for (int c = 0; c < platform.num_clusters(); ++c) {
        const Cluster& cluster = platform.clusters[static_cast<std::size_t>(c)];
        const JsonInput& place = cluster_places[static_cast<std::size_t>(c)];
        if (!cluster_names.insert(cluster.name).second) {
            place.member("name").refuse(fmt::format("'{}' a second time", cluster.name), "a name for each cluster");
        }
        for (const std::string& host : cluster.hosts) {
            if (!cluster_of_host.emplace(host, c).second) {
                place.member("hosts").refuse(fmt::format("host '{}' a second time", host),
                                             "every host once, in one cluster");
            }
        }
    }
    std::unordered_set<std::string> listed;
    const std::vector<JsonInput> host_places =
        platform.hosts.empty() ? std::vector<JsonInput>{} : input.member("hosts").elements();
    for (std::size_t h = 0; h < platform.hosts.size(); ++h) {
        const Host& host = platform.hosts[h];
        const JsonInput& place = host_places[h];
        if (!listed.insert(host.name).second) {
            place.refuse(fmt::format("host '{}' a second time", host.name), "every host once");
        }
        const auto known = cluster_of_host.find(host.name);
        const Cluster& cluster = platform.clusters[static_cast<std::size_t>(host.cluster)];
        const bool belongs = known == cluster_of_host.end() ? cluster.hosts.empty() : known->second == host.cluster;
        if (!belongs) {
            place.member("cluster").refuse(fmt::format("host '{}' in cluster '{}'", host.name, cluster.name),
                                           "the cluster that lists this host");
        }
    }
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        const Link& link = platform.links[l];
        for (std::size_t earlier = 0; earlier < l; ++earlier) {
            const Link& other = platform.links[earlier];
            const bool same = other.from == link.from && other.to == link.to;
            const bool mirrored = (other.symmetric || link.symmetric) && other.from == link.to && other.to == link.from;
            if (same || mirrored) {
                input.member("links").elements()[l].refuse(
                    fmt::format("the link between '{}' and '{}' a second time",
                                platform.clusters[static_cast<std::size_t>(link.from)].name,
                                platform.clusters[static_cast<std::size_t>(link.to)].name),
                    "each direction once");
            }
        }
    }
}

}  // namespace causeway::platform
