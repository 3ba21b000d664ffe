#include "causeway/probe/measured_host_clusters.hpp"

#include "causeway/clustering/edges.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/distance_measurement.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/star_measurement.hpp"
#include "causeway/probe/tell_all.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::probe {

namespace {

using discovery::ClusteringOptions;
using discovery::HostClusters;
using discovery::HostLayout;
using mpi::check;

constexpr double kNotKnown = -1.0;

/// Rank 0's word, on every rank, whether there is another measurement. Collective.
bool agreed_to_measure(MPI_Comm comm, bool is_wanted) {
    int value = is_wanted ? 1 : 0;
    tell_all(&value, 1, MPI_INT, comm);
    return value != 0;
}

/// `comm`: one process of each host. Rank 0 says what is measured. Collective; the result on rank 0.
HostClusters clusters_by_landmarks(MPI_Comm comm, const HostLayout& layout, const ClusteringOptions& options) {
    if (mpi::rank_of(comm) != 0) {
        while (agreed_to_measure(comm, false)) {
            static_cast<void>(measure_rounds(comm, {}, Seconds(0.0)));
        }
        return {};
    }
    HostClusters result = discovery::clusters_by_landmarks(
        layout, options,
        [&](const std::vector<discovery::Round>& rounds, Seconds budget) {
            static_cast<void>(agreed_to_measure(comm, true));
            return measure_rounds(comm, rounds, budget);
        },
        [] { return monotonic_now(); });
    static_cast<void>(agreed_to_measure(comm, false));
    return result;
}

HostClusters clusters_of_all_pairs(MPI_Comm comm, const HostLayout& layout, const base::SquareMatrix<double>& known,
                                   const ClusteringOptions& options) {
    discovery::CombinedLatencies found = discovery::combine_latencies(
        options.budget, known, [&](Seconds budget, const base::SquareMatrix<double>& believed) {
            return measure_latencies(comm, layout.share_one_kernel, budget, believed);
        });
    if (mpi::rank_of(comm) == 0) {
        return discovery::clusters_of_all_pairs(std::move(found), layout, options);
    }
    HostClusters result;
    result.found = std::move(found);
    return result;
}

/// Of each host its cluster, of each cluster how far the others are, and its own hosts.
std::vector<double> numbers_of(const HostClusters& found, int num_hosts) {
    const std::vector<int> labels = clustering::labels_of(found.clusters, num_hosts);
    std::vector<double> numbers(labels.begin(), labels.end());
    for (int from = 0; from < found.latencies.between.size(); ++from) {
        for (int to = 0; to < found.latencies.between.size(); ++to) {
            numbers.push_back(found.latencies.between(from, to).value());
        }
        const std::optional<Seconds>& inside = found.latencies.inside[static_cast<std::size_t>(from)];
        numbers.push_back(inside ? inside->value() : kNotKnown);
    }
    return numbers;
}

/// Rank 0's clusters and latencies, on every rank.
HostClusters agreed(MPI_Comm comm, HostClusters found, int num_hosts) {
    const bool is_root = mpi::rank_of(comm) == 0;
    const std::vector<double> numbers =
        told_to_all(comm, is_root ? numbers_of(found, num_hosts) : std::vector<double>());
    auto next = numbers.begin() + num_hosts;
    found.clusters = clustering::partition_by_label(std::vector<int>(numbers.begin(), next));
    const int num_clusters = static_cast<int>(found.clusters.size());
    found.latencies = {.inside = {}, .between = base::SquareMatrix<Seconds>(num_clusters)};
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
        // Where each process is on a host of its own they are those of `comm`, in its order.
        const bool all_represent = mpi::size_of(comm) == layout.num_hosts();
        const mpi::Communicator some = all_represent ? mpi::Communicator() : mpi::split(comm, represents ? 0 : -1);
        const MPI_Comm hosts = all_represent ? comm : some.handle();
        if (represents) {
            result = by_landmarks ? clusters_by_landmarks(hosts, layout, options)
                                  : clusters_of_all_pairs(hosts, layout, known, options);
        }
        if (!all_represent) {
            quiet_barrier(comm);
        }
    }
    result = agreed(comm, std::move(result), layout.num_hosts());
    if (by_landmarks && !result.search) {
        result.search = discovery::LandmarkSearch{};
    }
    return result;
}

}  // namespace causeway::probe
