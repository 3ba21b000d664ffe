/// Platforms and tables for tests of the mapping.
#pragma once

#include "causeway/mapping/placement_problem.hpp"
#include "causeway/platform/platform.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace causeway::mapping {

/// g(m) = 10 us + m / rate.
inline platform::Plogp plogp(double latency, double rate) {
    constexpr double kStart = 1e-5;
    constexpr double kFar = 1 << 20;
    platform::Plogp result;
    result.latency = Seconds(latency);
    result.gap = statistics::PiecewiseLinear({{0.0, kStart}, {kFar, kStart + kFar / rate}});
    return result;
}

/// Sites "a", "b", ... of `hosts` hosts with `slots` slots each, joined each to each by unlike links.
inline platform::Platform sites(int num_sites, int hosts, int slots) {
    platform::Platform result;
    result.name = "sites";
    for (int s = 0; s < num_sites; ++s) {
        platform::Cluster cluster;
        cluster.name = std::string(1, static_cast<char>('a' + s));
        cluster.num_hosts = hosts;
        for (int h = 0; h < hosts; ++h) {
            cluster.hosts.push_back(cluster.name + std::to_string(h));
            result.hosts.push_back({cluster.hosts.back(), s, slots});
        }
        cluster.plogp = plogp(5e-5, 1.1e8);
        cluster.within_host = plogp(1e-6, 5e9);
        result.clusters.push_back(std::move(cluster));
    }
    for (int from = 0; from < num_sites; ++from) {
        for (int to = from + 1; to < num_sites; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            link.plogp = plogp(1e-3 * (2 + from + 3 * to), 2e7 / (1 + from + to));
            result.links.push_back(link);
        }
    }
    return result;
}

inline PlacementProblem problem_on(const platform::Platform& platform, const traffic::CommunicationTable& table,
                                   std::vector<Seconds> computing = {}) {
    return problem_of(table, platform, platform::full_placement(platform), "test", std::move(computing));
}

/// From 0 to so many seconds.
inline std::vector<Seconds> random_computing(int num_processes, double most, std::mt19937_64& random) {
    std::vector<Seconds> result;
    for (int process = 0; process < num_processes; ++process) {
        result.emplace_back(most * static_cast<double>(random() % 1000) / 1000.0);
    }
    return result;
}

/// Each pair with some traffic by the given chance.
inline traffic::CommunicationTable random_traffic(int num_processes, double chance, std::mt19937_64& random) {
    std::vector<traffic::Flow> flows;
    for (int from = 0; from < num_processes; ++from) {
        for (int to = 0; to < num_processes; ++to) {
            if (static_cast<double>(random() % 1000) < 1000.0 * chance) {
                flows.push_back({from, to, {static_cast<double>(1 + random() % 100), 1e3 * (random() % 1000)}});
            }
        }
    }
    return {num_processes, std::move(flows)};
}

/// Groups of equal size, process p in group p % groups: much traffic inside, a little between.
inline traffic::CommunicationTable interleaved_groups(int num_processes, int groups) {
    std::vector<traffic::Flow> flows;
    for (int from = 0; from < num_processes; ++from) {
        for (int to = 0; to < num_processes; ++to) {
            if (from != to) {
                const bool is_inside = from % groups == to % groups;
                flows.push_back({from, to, {is_inside ? 100.0 : 1.0, is_inside ? 1e6 : 1e3}});
            }
        }
    }
    return {num_processes, std::move(flows)};
}

}  // namespace causeway::mapping
