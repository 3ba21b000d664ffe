#include "causeway/discovery/cluster_latencies.hpp"

#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace causeway::discovery {

namespace {

using clustering::Partition;

/// A pair's latency is half the fastest of a few round trips, to which jitter and processes that got their turn late
/// have added something, never taken anything away: the fastest twentieth of many pairs shows the network alone. Not
/// the fastest of all: one pair of hosts may be nearer than the others.
Seconds undisturbed_latency(std::vector<double> of_pairs) {
    const auto chosen = of_pairs.begin() + static_cast<std::ptrdiff_t>((of_pairs.size() - 1) / policy::kTwentieth);
    std::nth_element(of_pairs.begin(), chosen, of_pairs.end());
    return Seconds(*chosen);
}

/// `latency(a, b)`: between two hosts, in seconds; nothing where it is not known. From each cluster to each other,
/// since the two ways may differ.
template <typename Latency>
ClusterLatencies between_clusters(const Partition& clusters, Latency latency) {
    const int num_clusters = static_cast<int>(clusters.size());
    ClusterLatencies result{.inside = {}, .between = base::SquareMatrix<Seconds>(num_clusters)};
    for (int from = 0; from < num_clusters; ++from) {
        const std::vector<int>& hosts = clusters[static_cast<std::size_t>(from)];
        const std::optional<double> inside = hosts.size() > 1 ? latency(hosts[0], hosts[1]) : std::nullopt;
        result.inside.push_back(inside ? std::optional(Seconds(*inside)) : std::nullopt);
        for (int to = 0; to < num_clusters; ++to) {
            std::vector<double> known;
            for (const int host : hosts) {
                for (const int other : clusters[static_cast<std::size_t>(to)]) {
                    const std::optional<double> one = from == to ? std::nullopt : latency(host, other);
                    if (one) {
                        known.push_back(*one);
                    }
                }
            }
            result.between(from, to) = known.empty() ? Seconds(0.0) : undisturbed_latency(std::move(known));
        }
    }
    return result;
}

}  // namespace

ClusterLatencies cluster_latencies(const LatencyMatrix& latencies, const Partition& clusters) {
    return between_clusters(clusters, [&](int a, int b) {
        const double seconds = latencies.seconds(a, b);
        return std::isfinite(seconds) ? std::optional(seconds) : std::nullopt;
    });
}

ClusterLatencies cluster_latencies(const KnownDistances& latencies, const Partition& clusters) {
    return between_clusters(clusters, [&](int a, int b) { return latencies.between(a, b); });
}

}  // namespace causeway::discovery
