#include "causeway/probe/host_clusters.hpp"

#include "causeway/clustering/edges.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/group_representatives.hpp"
#include "causeway/probe/host_groups.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/star_measurement.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace causeway::probe {

namespace {

using clustering::Partition;
using mpi::check;

// Parts of the time for landmarks: for the search; of what is left of it for what is measured next.
constexpr double kSearchShare = 0.75;
constexpr double kNextShare = 0.5;

// Of what all pairs of as many hosts may take: the first landmark may have most hosts beyond an ocean. Without the time
// hosts are not told apart, and what agrees early leaves the most of it.
constexpr double kLandmarkTime = 4.0;

constexpr double kNotKnown = -1.0;

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

/// Measurements ordered by rank 0, and what they say about the measuring itself.
class Surveyor {
public:
    explicit Surveyor(MPI_Comm comm) : comm_(comm) {}

    /// What `plan`, of rank 0 alone, wants to know, until it wants nothing. There `look` is called before each
    /// measurement, and `share` says how long it may take. Collective.
    template <typename Plan, typename Share, typename Look>
    void carry_out(Plan* plan, Share share, Look look) {
        while (true) {
            if (plan != nullptr) {
                look();
            }
            int is_over = plan != nullptr && plan->wanted().empty() ? 1 : 0;
            check(PMPI_Bcast(&is_over, 1, MPI_INT, 0, comm_), "MPI_Bcast");
            if (is_over != 0) {
                return;
            }
            const std::vector<PairLatency> found =
                measure_rounds(comm_, plan != nullptr ? plan->wanted() : std::vector<Round>(),
                               plan != nullptr ? share() : Seconds(0.0));
            if (plan != nullptr) {
                std::vector<double> distances;
                for (const PairLatency& latency : found) {
                    distances.push_back(latency.least.value());
                    count(latency);
                }
                figures_.resolution = resolution_of(above_least_);
                plan->learn(distances, figures_.resolution);
            }
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

    MPI_Comm comm_;
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

/// `comm`: one process of each host. Collective; the result on rank 0.
HostClusters clusters_by_landmarks(MPI_Comm comm, const HostLayout& layout, const ClusteringOptions& options) {
    const bool decides = mpi::rank_of(comm) == 0;
    const double size = static_cast<double>(layout.num_hosts()) / kMostHostsInPairs;
    const Seconds budget = kLandmarkTime * std::max(1.0, size) * options.budget;
    const Seconds begin = monotonic_now();
    const Seconds end_of_search = begin + kSearchShare * budget;
    const auto share_until = [](Seconds end) { return kNextShare * std::max(Seconds(0.0), end - monotonic_now()); };
    Surveyor surveyor(comm);
    std::optional<HostGroups> groups;
    if (decides) {
        groups.emplace(layout.num_hosts(), options.tolerance);
    }
    surveyor.carry_out(
        decides ? &*groups : nullptr, [&] { return share_until(end_of_search); },
        [&] {
            if (monotonic_now() > end_of_search) {
                groups->settle();
            }
        });
    std::optional<GroupRepresentatives> representatives;
    if (decides) {
        representatives.emplace(groups->groups(), groups->known(), options.tolerance);
    }
    surveyor.carry_out(
        decides ? &*representatives : nullptr, [&] { return share_until(begin + budget); }, [] {});
    HostClusters result;
    if (decides) {
        result.clusters =
            partition_of(layout, options, [&] { return representatives->partition(*options.method, layout.names); });
        result.latencies = cluster_latencies(representatives->known(), result.clusters);
        fill_unknown(result.latencies, result.clusters, *representatives);
        result.search =
            LandmarkSearch{.num_landmarks = groups->num_landmarks(), .num_unconfirmed = groups->num_unconfirmed()};
        result.found.latencies = surveyor.figures();
        result.found.latencies.num_measured = static_cast<int>(representatives->known().num_pairs());
        result.distances = distances_between(layout, *representatives);
    }
    return result;
}

HostClusters clusters_of_all_pairs(MPI_Comm comm, const HostLayout& layout, const base::SquareMatrix<double>& known,
                                   const ClusteringOptions& options) {
    HostClusters result;
    result.found = combine_latencies(comm, options.budget, known);
    if (mpi::rank_of(comm) == 0) {
        result.distances = distances_between(layout, result.found.latencies);
        result.clusters = partition_of(layout, options,
                                       [&] { return options.method->partition(result.distances, options.tolerance); });
        result.latencies = cluster_latencies(result.found.latencies, result.clusters);
    }
    return result;
}

/// Rank 0's clusters and latencies, on every rank.
HostClusters agreed(MPI_Comm comm, HostClusters found, int num_hosts) {
    std::vector<int> labels(static_cast<std::size_t>(num_hosts), 0);
    for (std::size_t cluster = 0; cluster < found.clusters.size(); ++cluster) {
        for (const int host : found.clusters[cluster]) {
            labels[static_cast<std::size_t>(host)] = static_cast<int>(cluster);
        }
    }
    check(PMPI_Bcast(labels.data(), num_hosts, MPI_INT, 0, comm), "MPI_Bcast");
    found.clusters = clustering::partition_by_label(labels);
    const int num_clusters = static_cast<int>(found.clusters.size());
    std::vector<double> seconds;
    if (mpi::rank_of(comm) == 0) {
        for (int from = 0; from < num_clusters; ++from) {
            for (int to = 0; to < num_clusters; ++to) {
                seconds.push_back(found.latencies.between(from, to).value());
            }
            const std::optional<Seconds>& inside = found.latencies.inside[static_cast<std::size_t>(from)];
            seconds.push_back(inside ? inside->value() : kNotKnown);
        }
    }
    seconds.resize(static_cast<std::size_t>(num_clusters) * static_cast<std::size_t>(num_clusters + 1));
    check(PMPI_Bcast(seconds.data(), static_cast<int>(seconds.size()), MPI_DOUBLE, 0, comm), "MPI_Bcast");
    found.latencies = {.inside = {}, .between = base::SquareMatrix<Seconds>(num_clusters)};
    auto next = seconds.begin();
    for (int from = 0; from < num_clusters; ++from) {
        for (int to = 0; to < num_clusters; ++to) {
            found.latencies.between(from, to) = Seconds(*next++);
        }
        const double inside = *next++;
        found.latencies.inside.push_back(inside == kNotKnown ? std::nullopt : std::optional(Seconds(inside)));
    }
    return found;
}

}  // namespace

HostClusters find_host_clusters(MPI_Comm comm, const HostLayout& layout, const base::SquareMatrix<double>& known,
                                const ClusteringOptions& options) {
    bool represents = false;
    for (int host = 0; host < layout.num_hosts(); ++host) {
        represents = represents || layout.representative(host) == mpi::rank_of(comm);
    }
    const bool by_landmarks = known.size() == 0 && layout.num_hosts() > options.most_hosts_in_pairs;
    HostClusters result;
    {
        const mpi::Communicator hosts = mpi::split(comm, represents ? 0 : -1);
        if (represents) {
            result = by_landmarks ? clusters_by_landmarks(hosts.handle(), layout, options)
                                  : clusters_of_all_pairs(hosts.handle(), layout, known, options);
        }
        quiet_barrier(comm);
    }
    result = agreed(comm, std::move(result), layout.num_hosts());
    if (by_landmarks && !result.search) {
        result.search = LandmarkSearch{};
    }
    return result;
}

}  // namespace causeway::probe
