/// A platform of two sites with two hosts each: a0, a1, b0, b1.
#pragma once

#include "causeway/platform/platform.hpp"

#include <string>

namespace causeway::job {

inline platform::Platform two_sites() {
    platform::Platform platform;
    for (const std::string name : {"a", "b"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.hosts = {name + "0", name + "1"};
        cluster.num_hosts = 2;
        platform::Plogp plogp;
        plogp.latency = Seconds(1e-4);
        plogp.gap = statistics::PiecewiseLinear(1e-5);
        cluster.plogp = plogp;
        platform.clusters.push_back(cluster);
    }
    return platform;
}

}  // namespace causeway::job
