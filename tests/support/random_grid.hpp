/// Random grids for tests: a platform of a few clusters and processes scattered over its hosts.
#pragma once

#include "causeway/platform/platform.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace causeway::test {

/// A platform and where the processes of a communicator run on it.
struct Grid {
    platform::Platform platform;
    platform::Placement placement;
};

/// What a random grid may be like; each number is drawn from 1 to its limit.
struct GridLimits {
    int clusters = 4;
    int hosts = 4;      ///< of a cluster
    int processes = 3;  ///< of a host
};

/// A whole number in [least, most]; the same on every machine.
inline int random_int(std::mt19937_64& random, int least, int most) {
    return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
}

/// A real number in [least, most); the same on every machine.
inline double random_real(std::mt19937_64& random, double least, double most) {
    constexpr double kTwoTo53 = 9007199254740992.0;
    return least + (most - least) * (static_cast<double>(random() >> 11U) / kTwoTo53);
}

template <typename Value>
void shuffle(std::vector<Value>& values, std::mt19937_64& random) {
    for (std::size_t i = values.size(); i > 1; --i) {
        std::swap(values[i - 1], values[random() % i]);
    }
}

/// g(m) = start + m / rate, as a table of two points; latencies and starts of the given orders of magnitude.
inline platform::Plogp affine_plogp(double latency, double start, double rate) {
    constexpr double kFar = 1 << 20;
    platform::Plogp result;
    result.latency = Seconds(latency);
    result.gap = statistics::PiecewiseLinear({{0.0, start}, {kFar, start + kFar / rate}});
    return result;
}

/// A table with a kink: slower or faster per byte beyond some size, as protocols make it.
inline platform::Plogp random_plogp(std::mt19937_64& random, double latency) {
    platform::Plogp result;
    result.latency = Seconds(latency * random_real(random, 0.5, 2.0));
    const double start = random_real(random, 1e-6, 5e-5);
    const double kink = 1024.0 * random_int(random, 1, 64);
    const double rate = random_real(random, 1e7, 1e9);
    const double later_rate = rate * random_real(random, 0.5, 2.0);
    constexpr double kFar = 1 << 20;
    const double at_kink = start + kink / rate;
    result.gap =
        statistics::PiecewiseLinear({{0.0, start}, {kink, at_kink}, {kFar, at_kink + (kFar - kink) / later_rate}});
    return result;
}

/// Clusters "c0", "c1", ... with named hosts, joined each to each by directed links.
inline platform::Platform random_platform(std::mt19937_64& random, int clusters, int most_hosts) {
    platform::Platform result;
    result.name = "random";
    for (int c = 0; c < clusters; ++c) {
        platform::Cluster cluster;
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = random_int(random, 1, most_hosts);
        for (int h = 0; h < cluster.num_hosts; ++h) {
            cluster.hosts.push_back(cluster.name + "h" + std::to_string(h));
        }
        cluster.plogp = random_plogp(random, 5e-5);
        cluster.within_host = random_plogp(random, 1e-6);
        result.clusters.push_back(std::move(cluster));
    }
    for (int from = 0; from < clusters; ++from) {
        for (int to = 0; to < clusters; ++to) {
            if (from != to) {
                platform::Link link;
                link.from = from;
                link.to = to;
                link.symmetric = false;
                link.plogp = random_plogp(random, 5e-3);
                result.links.push_back(link);
            }
        }
    }
    return result;
}

/// The clusters two by two as sites, and of four sites or more the first two as a region.
inline std::vector<platform::Level> sites_and_regions(const platform::Platform& platform) {
    const std::size_t n = platform.clusters.size();
    platform::Level sites{.name = "site", .clusters = {}};
    for (std::size_t c = 0; c < n; ++c) {
        if (c % 2 == 0) {
            sites.clusters.push_back({.name = "site" + std::to_string(c / 2), .hosts = {}});
        }
        const std::vector<std::string>& hosts = platform.clusters[c].hosts;
        sites.clusters.back().hosts.insert(sites.clusters.back().hosts.end(), hosts.begin(), hosts.end());
    }
    std::vector<platform::Level> result{sites};
    constexpr std::size_t kFewestForRegions = 4;
    if (sites.clusters.size() >= kFewestForRegions) {
        platform::Level regions = sites;
        regions.name = "region";
        std::vector<std::string>& first = regions.clusters[0].hosts;
        first.insert(first.end(), regions.clusters[1].hosts.begin(), regions.clusters[1].hosts.end());
        regions.clusters.erase(regions.clusters.begin() + 1);
        result.push_back(std::move(regions));
    }
    return result;
}

/// Gives some clusters an uplink, a downlink or both that carry less than some of their links, or more than all; and
/// some of the sites and regions that clusters make.
inline void limit_capacities(std::mt19937_64& random, platform::Platform& platform) {
    const auto draw = [&random]() -> std::optional<BytesPerSecond> {
        const double rate = 1e6 * std::pow(10.0, random_real(random, 0.0, 3.0));
        return random_int(random, 0, 2) > 0 ? std::optional(BytesPerSecond(rate)) : std::nullopt;
    };
    for (platform::Cluster& cluster : platform.clusters) {
        cluster.uplink_capacity = draw();
        cluster.downlink_capacity = draw();
    }
    platform.levels = sites_and_regions(platform);
    for (platform::Level& level : platform.levels) {
        for (platform::LevelCluster& group : level.clusters) {
            const bool is_several =
                std::none_of(platform.clusters.begin(), platform.clusters.end(),
                             [&](const platform::Cluster& one) { return one.hosts.size() == group.hosts.size(); });
            if (is_several) {
                group.uplink_capacity = draw();
                group.downlink_capacity = draw();
            }
        }
    }
}

/// Limits the flows of some links one by one: several together carry more than one does.
inline void limit_flows(std::mt19937_64& random, platform::Platform& platform) {
    constexpr double kFar = 1 << 20;
    for (platform::Link& link : platform.links) {
        if (random_int(random, 0, 2) > 0) {
            const double one_flow = kFar / link.plogp->gap_of(Bytes(1 << 20)).value();
            link.per_flow_limit = BytesPerSecond(one_flow);
            link.shared_capacity = BytesPerSecond(one_flow * random_real(random, 1.0, 8.0));
        }
    }
}

/// Tells the hosts of some clusters from each other by what their processors take.
inline void know_hosts(std::mt19937_64& random, platform::Platform& platform) {
    for (platform::Cluster& cluster : platform.clusters) {
        if (cluster.num_hosts < 2 || random_int(random, 0, 2) == 0) {
            continue;
        }
        platform::Ethernet ethernet;
        for (int host = 0; host < cluster.num_hosts; ++host) {
            ethernet.hosts.push_back(
                {Seconds(random_real(random, 1e-5, 2e-4)), SecondsPerByte(random_real(random, 1e-9, 5e-8))});
        }
        ethernet.wire = base::SquareMatrix<SecondsPerByte>(cluster.num_hosts, SecondsPerByte(9e-9));
        cluster.ethernet = ethernet;
    }
}

/// One to `most` processes on every host, their ranks in no order at all.
inline platform::Placement scattered(const platform::Platform& platform, int most, std::mt19937_64& random) {
    std::vector<std::string> names;
    for (const platform::Cluster& cluster : platform.clusters) {
        for (const std::string& host : cluster.hosts) {
            names.insert(names.end(), static_cast<std::size_t>(random_int(random, 1, most)), host);
        }
    }
    shuffle(names, random);
    return *platform::placement_of(platform, names);
}

inline Grid random_grid(std::mt19937_64& random, GridLimits limits = {}) {
    Grid grid;
    grid.platform = random_platform(random, random_int(random, 1, limits.clusters), limits.hosts);
    grid.placement = scattered(grid.platform, limits.processes, random);
    return grid;
}

}  // namespace causeway::test
