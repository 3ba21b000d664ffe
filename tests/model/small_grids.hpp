/// Grids of a few hosts, and what a transfer on them occupies: what the model's tests share.
///
/// Two clusters: a with hosts 0 and 1, b with host 2; c with host 3 is joined to nobody. Processes 0 and 1
/// share host 0, process 2 is on host 1, process 3 on host 2, process 4 on host 3.
#pragma once

#include "causeway/model/grid_plogp.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace causeway::model {

inline constexpr Bytes kSize(1000);

inline platform::Plogp constant_plogp(double latency, double gap) {
    platform::Plogp result;
    result.latency = Seconds(latency);
    result.gap = statistics::PiecewiseLinear(gap);
    return result;
}

inline platform::Cluster cluster(std::string name, int num_hosts, std::optional<platform::Plogp> plogp) {
    platform::Cluster result;
    result.name = std::move(name);
    result.num_hosts = num_hosts;
    result.plogp = std::move(plogp);
    return result;
}

inline platform::Platform two_joined_clusters() {
    platform::Platform platform;
    platform.clusters = {cluster("a", 2, constant_plogp(1.0, 2.0)), cluster("b", 1, std::nullopt),
                         cluster("c", 1, std::nullopt)};
    platform::Link link;
    link.from = 0;
    link.to = 1;
    link.plogp = constant_plogp(10.0, 20.0);
    platform.links = {link};
    return platform;
}

inline platform::Placement five_processes() {
    return {.host_of = {0, 0, 1, 2, 3}, .cluster_of_host = {0, 0, 1, 2}};
}

inline std::set<int> resources_of(const Occupation& occupation) {
    std::set<int> result;
    for (std::size_t s = 0; s < occupation.num_stages; ++s) {
        for (std::size_t h = 0; h < occupation.stages[s].num_holds; ++h) {
            result.insert(occupation.stages[s].holds[h].resource);
        }
    }
    return result;
}

inline std::vector<Seconds> durations_of(const Stage& stage) {
    std::vector<Seconds> result;
    for (std::size_t h = 0; h < stage.num_holds; ++h) {
        result.push_back(stage.holds[h].duration);
    }
    return result;
}

inline bool share_a_resource(const Occupation& a, const Occupation& b) {
    const std::set<int> of_b = resources_of(b);
    for (const int resource : resources_of(a)) {
        if (of_b.contains(resource)) {
            return true;
        }
    }
    return false;
}

/// Two LANs of a site, a and b, and c and d of another: one host each, 20 s between sites, 4 s inside; the sites'
/// uplinks let 1000 bytes through in 20 s, in 25 s the second's downlink.
inline platform::Platform two_by_two() {
    platform::Platform platform;
    for (const char* name : {"a", "b", "c", "d"}) {
        platform.clusters.push_back(cluster(name, 1, std::nullopt));
        platform.clusters.back().uplink_capacity = BytesPerSecond(500);
        platform.clusters.back().downlink_capacity = BytesPerSecond(500);
    }
    for (int from = 0; from < 4; ++from) {
        for (int to = from + 1; to < 4; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            link.plogp = from / 2 == to / 2 ? constant_plogp(1.0, 4.0) : constant_plogp(10.0, 20.0);
            platform.links.push_back(link);
        }
    }
    platform.levels = {
        {.name = "site",
         .clusters = {{.name = "ab", .hosts = {"a-0", "b-0"}, .uplink_capacity = BytesPerSecond(50)},
                      {.name = "cd", .hosts = {"c-0", "d-0"}, .downlink_capacity = BytesPerSecond(40)}}}};
    return platform;
}

}  // namespace causeway::model
