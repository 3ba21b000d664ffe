#include "causeway/probe/cluster_ethernets.hpp"

#include "causeway/discovery/unlike_hosts.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tell_all.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace causeway::probe {

namespace {

using clustering::Partition;
using discovery::HostLayout;
using fit::EthernetSamples;

/// The cluster whose hosts include the one that this process measures for; none for one that does not measure, and
/// where hosts are too few.
std::optional<int> measured_cluster(const HostLayout& layout, const Partition& clusters, int rank) {
    for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
        const bool is_in = std::any_of(clusters[cluster].begin(), clusters[cluster].end(),
                                       [&](int host) { return layout.representative(host) == rank; });
        if (is_in && clusters[cluster].size() >= policy::kFewestOfEthernet) {
            return static_cast<int>(cluster);
        }
    }
    return std::nullopt;
}

/// By rank, which is how a communicator that was split has them.
std::vector<std::string> names_by_rank(const HostLayout& layout, std::vector<int> hosts) {
    std::sort(hosts.begin(), hosts.end(),
              [&](int a, int b) { return layout.representative(a) < layout.representative(b); });
    std::vector<std::string> result;
    for (const int host : hosts) {
        result.push_back(layout.names[static_cast<std::size_t>(host)]);
    }
    return result;
}

/// Of one cluster; on its first process, and only where its hosts differ.
EthernetSamples measure_where_unlike(MPI_Comm comm, const std::vector<std::string>& names,
                                     const EthernetProbeOptions& options) {
    const EthernetSamples look = measure_round_trips(
        comm, names, {.sizes = {Bytes(0), Bytes(32 * 1024)}, .repetitions = options.repetitions, .rounds = 1});
    int is_unlike = discovery::hosts_are_unlike(look) ? 1 : 0;
    tell_all(&is_unlike, 1, MPI_INT, comm);
    return is_unlike != 0 ? measure_between(comm, names, options) : EthernetSamples{};
}

}  // namespace

std::vector<EthernetSamples> measure_cluster_ethernets(MPI_Comm comm, const HostLayout& layout,
                                                       const Partition& clusters, const EthernetProbeOptions& options) {
    const mpi::Communicator own = mpi::duplicate(comm);
    const int rank = mpi::rank_of(own.handle());
    const std::optional<int> cluster = measured_cluster(layout, clusters, rank);
    const mpi::Communicator members = mpi::split(own.handle(), cluster.value_or(-1));
    EthernetSamples mine;
    if (cluster) {
        mine = measure_where_unlike(members.handle(),
                                    names_by_rank(layout, clusters[static_cast<std::size_t>(*cluster)]), options);
    }
    quiet_barrier(own.handle());
    const std::string text = mine.samples.empty() ? "" : fit::to_csv_text(mine);
    std::vector<EthernetSamples> result;
    if (rank == 0) {
        result.resize(clusters.size());
    }
    for (const std::string& one : mpi::gather_texts(own.handle(), text, 0)) {
        if (one.empty()) {
            continue;
        }
        EthernetSamples samples = fit::parse_ethernet_samples(one, "a process");
        for (std::size_t c = 0; c < clusters.size(); ++c) {
            const bool is_of = std::any_of(clusters[c].begin(), clusters[c].end(), [&](int host) {
                return layout.names[static_cast<std::size_t>(host)] == samples.hosts.front();
            });
            if (is_of) {
                result[c] = std::move(samples);
                break;
            }
        }
    }
    return result;
}

}  // namespace causeway::probe
