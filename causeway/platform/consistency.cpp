#include "causeway/platform/consistency.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace causeway::platform {

using base::JsonInput;

namespace {

/// Every slot of every host: what counts processes does so in an int, and lists them.
void check_number_of_processes(const Platform& platform, const JsonInput& input) {
    constexpr std::int64_t kMostProcesses = 10'000'000;
    std::int64_t processes = 0;
    for (const Cluster& cluster : platform.clusters) {
        processes += cluster.num_hosts;
    }
    for (const Host& host : platform.hosts) {
        processes += host.slots - 1;
    }
    if (processes > kMostProcesses) {
        input.member("clusters")
            .refuse(fmt::format("{} processes, one for each slot of the hosts", processes),
                    fmt::format("at most {}", kMostProcesses));
    }
}

void check_links(const Platform& platform, const JsonInput& input) {
    const auto links = input.optional_member("links");
    if (!links) {
        return;
    }
    std::set<std::pair<int, int>> served;  // from, to
    std::size_t next = 0;
    for (const JsonInput& place : links->elements()) {
        if (place.is_null()) {
            continue;
        }
        const Link& link = platform.links[next++];
        const bool is_new = served.emplace(link.from, link.to).second;
        if (!is_new || (link.symmetric && !served.emplace(link.to, link.from).second)) {
            place.refuse(fmt::format("the link between '{}' and '{}' a second time",
                                     platform.clusters[static_cast<std::size_t>(link.from)].name,
                                     platform.clusters[static_cast<std::size_t>(link.to)].name),
                         "each direction once");
        }
    }
}

}  // namespace

void check_consistency(const Platform& platform, const JsonInput& input) {
    std::unordered_set<std::string> cluster_names;
    std::unordered_map<std::string, int> cluster_of_host;
    const base::JsonElements cluster_places = input.member("clusters").elements();
    for (int c = 0; c < platform.num_clusters(); ++c) {
        const Cluster& cluster = platform.clusters[static_cast<std::size_t>(c)];
        const JsonInput place = cluster_places[static_cast<std::size_t>(c)];
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
    std::vector<int> num_listed(platform.clusters.size(), 0);
    for (std::size_t h = 0; h < platform.hosts.size(); ++h) {
        const Host& host = platform.hosts[h];
        const JsonInput place = input.member("hosts").elements()[h];
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
        if (++num_listed[static_cast<std::size_t>(host.cluster)] > cluster.num_hosts) {
            place.refuse(
                fmt::format("host '{}' of cluster '{}', which has {}", host.name, cluster.name, cluster.num_hosts),
                "as many hosts as the cluster has");
        }
    }
    check_number_of_processes(platform, input);
    check_links(platform, input);
}

}  // namespace causeway::platform
