#include "causeway/discovery/levels.hpp"

#include "causeway/discovery/hosts.hpp"
#include "causeway/platform/process_levels.hpp"
#include "causeway/policy/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace causeway::discovery {

namespace {

using clustering::Partition;
using platform::DistanceMatrix;

/// The mean of the known distances between the members of two groups; nothing if none is known.
std::optional<double> mean_distance(const DistanceMatrix& matrix, const std::vector<int>& left,
                                    const std::vector<int>& right) {
    double sum = 0.0;
    int known = 0;
    for (const int a : left) {
        for (const int b : right) {
            if (a != b && matrix.distances(a, b)) {
                sum += *matrix.distances(a, b);
                ++known;
            }
        }
    }
    return known > 0 ? std::optional(sum / known) : std::nullopt;
}

/// The clusters as hosts of a matrix of their own.
DistanceMatrix between_clusters(const DistanceMatrix& matrix, const Partition& clusters,
                                const std::vector<std::string>& names) {
    const int n = static_cast<int>(clusters.size());
    DistanceMatrix result{.names = names, .distances = base::SquareMatrix<std::optional<double>>(n)};
    for (int a = 0; a < n; ++a) {
        for (int b = 0; b < n; ++b) {
            if (a != b) {
                result.distances(a, b) =
                    mean_distance(matrix, clusters[static_cast<std::size_t>(a)], clusters[static_cast<std::size_t>(b)]);
            }
        }
    }
    return result;
}

/// The clusters of a level as the hosts that are in them.
Partition joined(const Partition& of_clusters, const Partition& clusters) {
    Partition result;
    for (const std::vector<int>& group : of_clusters) {
        std::vector<int> hosts;
        for (const int cluster : group) {
            const std::vector<int>& members = clusters[static_cast<std::size_t>(cluster)];
            hosts.insert(hosts.end(), members.begin(), members.end());
        }
        std::sort(hosts.begin(), hosts.end());
        result.push_back(std::move(hosts));
    }
    return result;
}

Partition partition_of(const platform::Platform& platform, const std::vector<std::string>& host_names) {
    Partition result;
    for (const platform::Cluster& cluster : platform.clusters) {
        std::vector<int> members;
        for (const std::string& host : cluster.hosts) {
            members.push_back(
                static_cast<int>(std::find(host_names.begin(), host_names.end(), host) - host_names.begin()));
        }
        std::sort(members.begin(), members.end());
        result.push_back(std::move(members));
    }
    return result;
}

/// The method's levels with `clusters` among them; those that are not nested with `clusters` are left out.
std::vector<clustering::HierarchyLevel> levels_around(const DistanceMatrix& latencies, const clustering::Method& method,
                                                      const Partition& clusters,
                                                      const std::vector<std::string>& names) {
    if (method.hierarchy != nullptr) {
        return method.hierarchy(latencies).levels;
    }
    clustering::HierarchyLevel own;
    own.clusters = clusters;
    for (const std::vector<int>& members : clusters) {
        own.inside = std::max(own.inside, mean_distance(latencies, members, members).value_or(0.0));
    }
    const DistanceMatrix among = between_clusters(latencies, clusters, names);
    for (int a = 0; a < among.size(); ++a) {
        for (int b = 0; b < among.size(); ++b) {
            if (const auto& distance = among.distances(a, b)) {
                own.outside = std::min(own.outside.value_or(*distance), *distance);
            }
        }
    }
    own.stability = -1.0;  // not asked
    std::vector<clustering::HierarchyLevel> result{own};
    for (clustering::HierarchyLevel& level : clustering::methods().at("multilevel", "method").hierarchy(among).levels) {
        level.clusters = joined(level.clusters, clusters);
        result.push_back(std::move(level));
    }
    return result;
}

std::string name_of(Seconds inside) {
    return inside <= policy::kFarthestInLan ? "LAN" : inside <= policy::kFarthestInSite ? "site" : "WAN";
}

}  // namespace

std::vector<platform::Level> levels_of(const DistanceMatrix& latencies, const clustering::Method& method,
                                       const platform::Platform& platform) {
    if (platform.num_clusters() < 2) {
        return {};
    }
    const Partition planned = partition_of(platform, latencies.names);
    std::vector<std::string> planned_names;
    for (const platform::Cluster& cluster : platform.clusters) {
        planned_names.push_back(cluster.name);
    }
    std::vector<platform::Level> result;
    for (const clustering::HierarchyLevel& level : levels_around(latencies, method, planned, planned_names)) {
        platform::Level entry;
        const std::string name = name_of(Seconds(level.inside));
        const auto same = std::count_if(result.begin(), result.end(),
                                        [&](const platform::Level& one) { return one.name.starts_with(name); });
        entry.name = same == 0 ? name : fmt::format("{}-{}", name, same + 1);
        const std::vector<std::string> names =
            level.clusters == planned ? planned_names : cluster_names(level.clusters, latencies.names, name);
        for (std::size_t cluster = 0; cluster < level.clusters.size(); ++cluster) {
            platform::LevelCluster members{.name = names[cluster], .hosts = {}};
            for (const int host : level.clusters[cluster]) {
                members.hosts.push_back(latencies.names[static_cast<std::size_t>(host)]);
            }
            entry.clusters.push_back(std::move(members));
        }
        if (level.inside > 0.0) {
            entry.inside = Seconds(level.inside);
        }
        if (level.outside) {
            entry.outside = Seconds(*level.outside);
        }
        if (level.stability >= 0.0) {
            entry.stability = level.stability;
        }
        result.push_back(std::move(entry));
    }
    return result;
}

}  // namespace causeway::discovery
