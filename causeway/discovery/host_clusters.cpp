#include "causeway/discovery/host_clusters.hpp"

#include "causeway/clustering/measured_partition.hpp"
#include "causeway/discovery/group_representatives.hpp"
#include "causeway/discovery/named_host_groups.hpp"
#include "causeway/policy/measurement.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>

namespace causeway::discovery {

namespace {

using clustering::Partition;

Partition partition_of(const HostLayout& layout, const ClusteringOptions& options,
                       const std::function<Partition()>& partition) {
    if (!options.all_in_one) {
        return partition();
    }
    std::vector<int> all(static_cast<std::size_t>(layout.num_hosts()));
    std::iota(all.begin(), all.end(), 0);
    return {all};
}

platform::DistanceMatrix distances_between(const HostLayout& layout, const LatencyMatrix& latencies) {
    platform::DistanceMatrix matrix{.names = layout.names,
                                    .distances = base::SquareMatrix<std::optional<double>>(layout.num_hosts())};
    for (int from = 0; from < layout.num_hosts(); ++from) {
        for (int to = 0; to < layout.num_hosts(); ++to) {
            // Differences below the resolution should not part hosts: they vanish beside it.
            matrix.distances(from, to) = latencies.seconds(from, to) + latencies.resolution;
        }
    }
    return matrix;
}

/// Measurements, and what they say about the measuring itself.
class Surveyor {
public:
    explicit Surveyor(MeasureRounds measure) : measure_(measure) {}

    /// What `plan` wants to know, until it wants nothing. `look` is called before each measurement, and `share` says
    /// how long it may take.
    template <typename Plan, typename Share, typename Look>
    void carry_out(Plan& plan, Share share, Look look) {
        for (look(); !plan.wanted().empty(); look()) {
            std::vector<double> distances;
            for (const PairLatency& latency : measure_(plan.wanted(), share())) {
                distances.push_back(latency.least.value());
                count(latency);
            }
            figures_.resolution = resolution_of(above_least_);
            plan.learn(distances, figures_.resolution);
        }
    }

    [[nodiscard]] const LatencyMatrix& figures() const { return figures_; }

private:
    void count(const PairLatency& latency) {
        ++figures_.num_measured;
        figures_.num_round_trips += latency.samples;
        figures_.num_settled += latency.is_settled ? 1 : 0;
        figures_.num_rushed += latency.samples == 1 ? 1 : 0;
        figures_.num_drifted += latency.has_drifted ? 1 : 0;
        figures_.uncertainties.push_back(latency.uncertainty);
        if (show_their_spread(latency.samples)) {
            above_least_.push_back((latency.median - latency.least).value());
        }
    }

    MeasureRounds measure_;
    LatencyMatrix figures_;
    std::vector<double> above_least_;
};

/// Distances for all pairs: of those that were not measured, what the representatives say.
platform::DistanceMatrix distances_between(const HostLayout& layout, const GroupRepresentatives& representatives) {
    platform::DistanceMatrix matrix{.names = layout.names,
                                    .distances = base::SquareMatrix<std::optional<double>>(layout.num_hosts())};
    const std::vector<int> group_of = representatives.group_of_host();
    for (int a = 0; a < layout.num_hosts(); ++a) {
        for (int b = 0; b < layout.num_hosts(); ++b) {
            if (a != b) {
                matrix.distances(a, b) = representatives.between(a, b, group_of);
            }
        }
    }
    return matrix;
}

/// Between clusters of which no pair was measured: what the first hosts of their groups say.
void fill_unknown(ClusterLatencies& latencies, const Partition& clusters, const GroupRepresentatives& representatives) {
    const std::vector<int> group_of = representatives.group_of_host();
    for (int from = 0; from < latencies.between.size(); ++from) {
        for (int to = 0; to < latencies.between.size(); ++to) {
            if (from != to && !(latencies.between(from, to) > Seconds(0.0))) {
                latencies.between(from, to) =
                    Seconds(representatives.between(clusters[static_cast<std::size_t>(from)].front(),
                                                    clusters[static_cast<std::size_t>(to)].front(), group_of));
            }
        }
    }
}

}  // namespace

HostClusters clusters_of_all_pairs(CombinedLatencies found, const HostLayout& layout,
                                   const ClusteringOptions& options) {
    HostClusters result;
    result.found = std::move(found);
    result.distances = distances_between(layout, result.found.latencies);
    result.clusters = partition_of(layout, options, [&] {
        return clustering::measured_partition(*options.method, result.distances, options.tolerance,
                                              policy::kFarApart.value() + result.found.latencies.resolution);
    });
    result.latencies = cluster_latencies(result.found.latencies, result.clusters);
    return result;
}

HostClusters clusters_by_landmarks(const HostLayout& layout, const ClusteringOptions& options, MeasureRounds measure,
                                   base::FunctionRef<Seconds()> now) {
    const double size = static_cast<double>(layout.num_hosts()) / policy::kMostHostsInPairs;
    const Seconds budget = policy::kTimeOfLandmarks * std::max(1.0, size) * options.budget;
    const Seconds begin = now();
    const Seconds end_of_search = begin + policy::kShareOfSearch * budget;
    const auto share_until = [&](Seconds end) {
        return policy::kShareOfNextLandmark * std::max(Seconds(0.0), end - now());
    };
    Surveyor surveyor(measure);
    FoundGroups groups = groups_of_hosts(layout.names, options.tolerance, [&](HostGroups& search) {
        surveyor.carry_out(
            search, [&] { return share_until(end_of_search); },
            [&] {
                if (now() > end_of_search) {
                    search.settle();
                }
            });
    });
    GroupRepresentatives representatives(std::move(groups.groups), std::move(groups.known), options.tolerance);
    surveyor.carry_out(
        representatives, [&] { return share_until(begin + budget); }, [] {});
    HostClusters result;
    result.clusters =
        partition_of(layout, options, [&] { return representatives.partition(*options.method, layout.names); });
    result.latencies = cluster_latencies(representatives.known(), result.clusters);
    fill_unknown(result.latencies, result.clusters, representatives);
    result.search = LandmarkSearch{.num_landmarks = groups.num_landmarks, .num_unconfirmed = groups.num_unconfirmed};
    result.found.latencies = surveyor.figures();
    result.found.latencies.num_measured = static_cast<int>(representatives.known().num_pairs());
    result.distances = distances_between(layout, representatives);
    return result;
}

}  // namespace causeway::discovery
