#include "causeway/probe/routes.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/pair_experiments.hpp"
#include "causeway/probe/plogp_measurement.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tournament.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace causeway::probe {

namespace {

using clustering::Partition;
using mpi::check;

// Parts of the budget. The routes between clusters are long, and what plans hang on.
constexpr double kWithinHostShare = 0.05;
constexpr double kWithinClusterShare = 0.15;
constexpr double kBetweenShare = 0.8;

// The size that both directions are compared with: large enough to show the rate.
constexpr Bytes kSymmetrySize(64 * 1024);
constexpr int kSymmetryTag = 10;

/// Two processes of which the first measures; both -1 if there is no such pair.
struct Pair {
    int measurer = -1;
    int mirror = -1;
};

Pair pair_in_cluster(const HostLayout& layout, const std::vector<int>& hosts) {
    if (hosts.size() < 2) {
        return {};
    }
    return {layout.representative(hosts[0]), layout.representative(hosts[1])};
}

Pair pair_in_host(const HostLayout& layout, const std::vector<int>& hosts) {
    for (const int host : hosts) {
        const std::vector<int>& ranks = layout.ranks[static_cast<std::size_t>(host)];
        if (ranks.size() >= 2) {
            return {ranks[0], ranks[1]};
        }
    }
    return {};
}

/// This process's part of measuring a pair, if it is in it.
void take_part(MPI_Comm comm, const Pair& pair, Route route, Seconds budget, std::vector<Route>& routes) {
    const int rank = mpi::rank_of(comm);
    if (rank == pair.measurer) {
        meet(comm, pair.mirror);
        route.measurement = measure_plogp(comm, pair.mirror, {.budget = budget});
        routes.push_back(std::move(route));
    } else if (rank == pair.mirror) {
        meet(comm, pair.measurer);
        mirror(comm, pair.measurer);
    }
}

/// The pair of every cluster that has one, all at once. Whether a cluster has one is known to all ranks.
template <typename PairOf>
void measure_in_clusters(MPI_Comm comm, Route::Kind kind, const Partition& clusters, PairOf pair_of, Seconds budget,
                         std::vector<Route>& routes) {
    bool any = false;
    for (int cluster = 0; cluster < static_cast<int>(clusters.size()); ++cluster) {
        const Pair pair = pair_of(clusters[static_cast<std::size_t>(cluster)]);
        any = any || pair.measurer >= 0;
        take_part(comm, pair, {.kind = kind, .from = cluster, .to = cluster}, budget, routes);
    }
    if (any) {
        quiet_barrier(comm);
    }
}

/// The measurer's part of asking whether the way back costs the same.
bool is_symmetric(MPI_Comm comm, int mirror_rank, const PlogpMeasurement& there) {
    const double expected = there.plogp.gap_of(kSymmetrySize).value();
    check(PMPI_Send(&expected, 1, MPI_DOUBLE, mirror_rank, kSymmetryTag, comm), "MPI_Send");
    mirror(comm, mirror_rank);
    int answer = 0;
    check(PMPI_Recv(&answer, 1, MPI_INT, mirror_rank, kSymmetryTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    return answer != 0;
}

/// The mirror's part, which measures the way back.
bool answer_symmetry(MPI_Comm comm, int measurer_rank) {
    double expected = 0.0;
    check(PMPI_Recv(&expected, 1, MPI_DOUBLE, measurer_rank, kSymmetryTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    const int answer = has_gap(comm, measurer_rank, kSymmetrySize, Seconds(expected)) ? 1 : 0;
    check(PMPI_Send(&answer, 1, MPI_INT, measurer_rank, kSymmetryTag, comm), "MPI_Send");
    return answer != 0;
}

/// Both directions between two clusters, by a process of each.
void measure_link(MPI_Comm comm, int own_cluster, int other_cluster, int other_rank, Seconds budget,
                  std::vector<Route>& routes) {
    Route route{.kind = Route::Kind::kBetweenClusters, .from = own_cluster, .to = other_cluster};
    meet(comm, other_rank);
    if (own_cluster < other_cluster) {
        route.measurement = measure_plogp(comm, other_rank, {.budget = budget});
        route.symmetric = is_symmetric(comm, other_rank, route.measurement);
        if (!route.symmetric) {
            mirror(comm, other_rank);
        }
        routes.push_back(std::move(route));
        return;
    }
    mirror(comm, other_rank);
    route.symmetric = answer_symmetry(comm, other_rank);
    if (!route.symmetric) {
        route.measurement = measure_plogp(comm, other_rank, {.budget = budget});
        routes.push_back(std::move(route));
    }
}

/// The first hosts of the clusters in a tournament; no host is in two pairs at a time.
void measure_links(MPI_Comm comm, const HostLayout& layout, const Partition& clusters, Seconds budget,
                   std::vector<Route>& routes) {
    const auto coordinator = [&](int cluster) {
        return layout.representative(clusters[static_cast<std::size_t>(cluster)].front());
    };
    const int num_clusters = static_cast<int>(clusters.size());
    for (int cluster = 0; cluster < num_clusters; ++cluster) {
        if (mpi::rank_of(comm) != coordinator(cluster)) {
            continue;
        }
        const std::vector<int> meetings = opponents(cluster, num_clusters);
        for (const int other : meetings) {
            if (other >= 0) {
                measure_link(comm, cluster, other, coordinator(other), budget / static_cast<double>(meetings.size()),
                             routes);
            }
        }
    }
    quiet_barrier(comm);
}

constexpr std::size_t kHeadLength = 5;

/// Routes as bytes, one after another: kind, from, to, symmetric, how many numbers, the numbers.
std::string packed(const std::vector<Route>& routes) {
    std::vector<double> numbers;
    for (const Route& route : routes) {
        const std::vector<double> measurement = to_numbers(route.measurement);
        const std::array<double, kHeadLength> head{static_cast<double>(route.kind), static_cast<double>(route.from),
                                                   static_cast<double>(route.to), route.symmetric ? 1.0 : 0.0,
                                                   static_cast<double>(measurement.size())};
        numbers.insert(numbers.end(), head.begin(), head.end());
        numbers.insert(numbers.end(), measurement.begin(), measurement.end());
    }
    std::string bytes(numbers.size() * sizeof(double), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

void unpack(const std::string& bytes, std::vector<Route>& routes) {
    std::vector<double> numbers(bytes.size() / sizeof(double));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    std::span<const double> rest(numbers);
    while (!rest.empty()) {
        const auto length = static_cast<std::size_t>(rest[4]);
        routes.push_back({.kind = static_cast<Route::Kind>(static_cast<int>(rest[0])),
                          .from = static_cast<int>(rest[1]),
                          .to = static_cast<int>(rest[2]),
                          .symmetric = rest[3] != 0.0,
                          .measurement = from_numbers(rest.subspan(kHeadLength, length))});
        rest = rest.subspan(kHeadLength + length);
    }
}

}  // namespace

std::vector<Route> measure_routes(MPI_Comm comm, const HostLayout& layout, const Partition& clusters, Seconds budget) {
    std::vector<Route> mine;
    measure_in_clusters(
        comm, Route::Kind::kWithinHost, clusters,
        [&](const std::vector<int>& hosts) { return pair_in_host(layout, hosts); }, kWithinHostShare * budget, mine);
    measure_in_clusters(
        comm, Route::Kind::kWithinCluster, clusters,
        [&](const std::vector<int>& hosts) { return pair_in_cluster(layout, hosts); }, kWithinClusterShare * budget,
        mine);
    if (clusters.size() > 1) {
        measure_links(comm, layout, clusters, kBetweenShare * budget, mine);
    }

    std::vector<Route> all;
    for (const std::string& bytes : mpi::gather_texts(comm, packed(mine), 0)) {
        unpack(bytes, all);
    }
    // By kind and clusters, whoever measured them.
    std::sort(all.begin(), all.end(), [](const Route& a, const Route& b) {
        return std::tie(a.kind, a.from, a.to) < std::tie(b.kind, b.from, b.to);
    });
    return all;
}

}  // namespace causeway::probe
