#include "causeway/probe/routes.hpp"

#include "causeway/discovery/glances.hpp"
#include "causeway/discovery/packed_routes.hpp"
#include "causeway/discovery/plogp_experiments.hpp"
#include "causeway/discovery/tournament.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/link_glances.hpp"
#include "causeway/probe/link_look.hpp"
#include "causeway/probe/near_pairs.hpp"
#include "causeway/probe/pair_experiments.hpp"
#include "causeway/probe/ping_pong.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tell_all.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace causeway::probe {

namespace {

using clustering::Partition;
using discovery::ClusterLatencies;
using discovery::HostLayout;
using discovery::PlogpOptions;
using discovery::Route;
using mpi::check;

constexpr int kSymmetryTag = 10;
constexpr int kTurnTag = 15;

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
void take_part(MPI_Comm comm, const Pair& pair, Route route, const PlogpOptions& options, std::vector<Route>& routes) {
    const int rank = mpi::rank_of(comm);
    if (rank == pair.measurer) {
        meet(comm, pair.mirror);
        route.measurement = measure_plogp(comm, pair.mirror, options);
        routes.push_back(std::move(route));
    } else if (rank == pair.mirror) {
        meet(comm, pair.measurer);
        mirror(comm, pair.measurer);
    }
}

void measure_in_hosts(MPI_Comm comm, const HostLayout& layout, const Partition& clusters, Seconds budget,
                      std::vector<Route>& routes) {
    for (int cluster = 0; cluster < static_cast<int>(clusters.size()); ++cluster) {
        const Pair pair = pair_in_host(layout, clusters[static_cast<std::size_t>(cluster)]);
        take_part(comm, pair, {.kind = Route::Kind::kWithinHost, .from = cluster, .to = cluster}, {.budget = budget},
                  routes);
    }
    quiet_barrier(comm);
}

/// As many clusters at a time as can be measured at once; who has ended passes the turn to a cluster that waits.
void measure_in_clusters(MPI_Comm comm, const HostLayout& layout, const Partition& clusters,
                         const ClusterLatencies& latencies, const PlogpOptions& effort, std::vector<Route>& routes) {
    std::vector<int> wanted;
    std::vector<Pair> pairs;
    for (int cluster = 0; cluster < static_cast<int>(clusters.size()); ++cluster) {
        const Pair pair = pair_in_cluster(layout, clusters[static_cast<std::size_t>(cluster)]);
        if (pair.measurer >= 0) {
            wanted.push_back(cluster);
            pairs.push_back(pair);
        }
    }
    if (wanted.empty()) {
        return;
    }
    const auto at_once =
        static_cast<std::size_t>(pairs_at_once(comm, layout.share_one_kernel, static_cast<int>(wanted.size())));
    const auto turns = static_cast<double>((wanted.size() + at_once - 1) / at_once);
    const int rank = mpi::rank_of(comm);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const int cluster = wanted[i];
        PlogpOptions options{.largest = effort.largest, .budget = effort.budget / turns};
        if (const std::optional<Seconds>& latency = latencies.inside[static_cast<std::size_t>(cluster)]) {
            options.round_trip = 2.0 * *latency;
        }
        const bool is_measurer = rank == pairs[i].measurer;
        if (is_measurer && i >= at_once) {
            receive_empty_quietly(comm, pairs[i - at_once].measurer, kTurnTag);
        }
        take_part(comm, pairs[i], {.kind = Route::Kind::kWithinCluster, .from = cluster, .to = cluster}, options,
                  routes);
        if (is_measurer && i + at_once < wanted.size()) {
            send_empty(comm, pairs[i + at_once].measurer, kTurnTag);
        }
    }
    quiet_barrier(comm);
}

/// The gap that the other side has seen of what this one sends, while that learns what this one has seen of the way
/// back.
Seconds exchange_gaps(MPI_Comm comm, int other, Seconds seen) {
    double own = seen.value();
    double theirs = 0.0;
    check(PMPI_Sendrecv(&own, 1, MPI_DOUBLE, other, kSymmetryTag, &theirs, 1, MPI_DOUBLE, other, kSymmetryTag, comm,
                        MPI_STATUS_IGNORE),
          "MPI_Sendrecv");
    return Seconds(theirs);
}

/// `measured` with the rate that a look has shown, if that is another: on a long route experiments last as long as a
/// few messages, and a shaper may let these pass at once, or a packet be lost among them.
void correct_rate(fit::PlogpMeasurement& measured, Bytes size, Seconds gap) {
    constexpr double kAgree = 0.05;
    const double factor = gap / measured.plogp.gap_of(size);
    if (measured.round_trip < policy::kLongRoute || std::abs(factor - 1.0) < kAgree) {
        return;
    }
    const std::span<const statistics::PiecewiseLinear::Point> before = measured.plogp.gap.points();
    std::vector<statistics::PiecewiseLinear::Point> points(before.begin(), before.end());
    for (statistics::PiecewiseLinear::Point& point : points) {
        point.y *= Bytes(static_cast<std::int64_t>(point.x)) >= fit::kLeastRateSize ? factor : 1.0;
    }
    measured.plogp.gap = statistics::PiecewiseLinear(std::move(points));
    for (platform::GapInterval& interval : measured.evidence.gaps) {
        if (interval.size >= fit::kLeastRateSize) {
            interval.low = std::min(interval.low, factor * interval.low);
            interval.high = std::max(interval.high, factor * interval.high);
        }
    }
}

/// Both directions between two clusters, by a process of each. One is measured in full, and so is the other if a look
/// at both finds that they differ.
void measure_link(MPI_Comm comm, int own_cluster, int other_cluster, int other_rank, Bytes size_of_look,
                  const PlogpOptions& options, std::vector<Route>& routes) {
    const bool is_first = own_cluster < other_cluster;
    Route route{.kind = Route::Kind::kBetweenClusters, .from = own_cluster, .to = other_cluster};
    meet(comm, other_rank);
    if (is_first) {
        route.measurement = measure_plogp(comm, other_rank, options);
    } else {
        mirror(comm, other_rank);
    }
    const Seconds back =
        look_at_pace(comm, other_rank, is_first, {.round_trip = *options.round_trip, .size = size_of_look, .gap = {}})
            .gap;
    const Seconds there = exchange_gaps(comm, other_rank, back);
    const bool differ = !discovery::is_like(there, back);
    const Seconds gap = differ ? there : 0.5 * (there + back);
    route.symmetric = !differ;
    if (is_first) {
        route.directions = {.size = size_of_look, .there = there, .back = back, .differ = differ};
        correct_rate(route.measurement, size_of_look, gap);
        routes.push_back(std::move(route));
        if (differ) {
            mirror(comm, other_rank);
        }
    } else if (differ) {
        PlogpOptions again = options;
        again.budget = policy::kShareOfWayBack * options.budget;
        route.measurement = measure_plogp(comm, other_rank, again);
        correct_rate(route.measurement, size_of_look, gap);
        routes.push_back(std::move(route));
    }
}

using Steps = std::vector<std::vector<discovery::Meeting>>;

/// How much longer than others each step may take, [step], together 1: as long as its longest route says.
/// `latency`: between two clusters.
template <typename Latency>
std::vector<double> shares_of(const Steps& steps, Latency latency) {
    std::vector<double> shares(steps.size(), 0.0);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        for (const auto& [one, other] : steps[step]) {
            shares[step] = std::max(shares[step], latency(one, other) + policy::kDataOfRoute);
        }
    }
    const double sum = std::max(policy::kDataOfRoute, std::accumulate(shares.begin(), shares.end(), 0.0));
    std::transform(shares.begin(), shares.end(), shares.begin(), [&](double share) { return share / sum; });
    return shares;
}

bool is_to_be_measured(int a, int b, const std::vector<std::pair<int, int>>& not_measured) {
    return std::ranges::find(not_measured, std::pair(std::min(a, b), std::max(a, b))) == not_measured.end();
}

/// Whether every link has the time to be measured: with less the longest are known for short messages only, by bursts
/// that do not fill them. Rank 0's answer, for all. Collective.
template <typename Latency>
bool is_time_for_links(MPI_Comm comm, const Steps& steps, Latency latency, Seconds budget) {
    constexpr double kLeastRoundTrips = 30.0;
    const std::vector<double> shares = shares_of(steps, latency);
    int answer = 1;
    for (std::size_t step = 0; step < steps.size(); ++step) {
        for (const auto& [one, other] : steps[step]) {
            if (shares[step] * budget < kLeastRoundTrips * 2.0 * Seconds(latency(one, other))) {
                answer = 0;
            }
        }
    }
    tell_all(&answer, 1, MPI_INT, comm);
    return answer != 0;
}

/// By the first hosts of the clusters.
void measure_links(MPI_Comm comm, const HostLayout& layout, const Partition& clusters,
                   const ClusterLatencies& latencies, Bytes size_of_look, Seconds budget, const Steps& steps,
                   std::vector<Route>& routes) {
    const auto first_rank = [&](int cluster) {
        return layout.representative(clusters[static_cast<std::size_t>(cluster)].front());
    };
    const auto latency = [&](int a, int b) { return latencies.between(a, b).value(); };
    const std::vector<double> shares = shares_of(steps, latency);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        for (const auto& [low, high] : steps[step]) {
            for (const auto& [own, other] : {std::pair(low, high), std::pair(high, low)}) {
                if (mpi::rank_of(comm) == first_rank(own)) {
                    measure_link(comm, own, other, first_rank(other), size_of_look,
                                 {.budget = shares[step] * budget, .round_trip = 2.0 * Seconds(latency(own, other))},
                                 routes);
                }
            }
        }
    }
    quiet_barrier(comm);
}

/// The shortest of the links that are to be measured, for what hosts take for themselves where none was measured inside
/// its cluster. Returns it. Collective.
std::pair<int, int> measure_nearest(MPI_Comm comm, const HostLayout& layout, const Partition& clusters,
                                    const ClusterLatencies& latencies, const RouteEffort& effort,
                                    const std::vector<std::pair<int, int>>& not_measured, std::vector<Route>& routes) {
    std::pair<int, int> nearest;
    Seconds shortest = Seconds::infinity();
    for (int a = 0; a < latencies.between.size(); ++a) {
        for (int b = a + 1; b < latencies.between.size(); ++b) {
            if (is_to_be_measured(a, b, not_measured) && latencies.between(a, b) < shortest) {
                nearest = {a, b};
                shortest = latencies.between(a, b);
            }
        }
    }
    const auto first_rank = [&](int cluster) {
        return layout.representative(clusters[static_cast<std::size_t>(cluster)].front());
    };
    const PlogpOptions options{.largest = policy::kLargestAtAGlance,
                               .budget = policy::kShareWithinClustersAtAGlance * effort.budget,
                               .round_trip = 2.0 * shortest};
    for (const auto& [own, other] : {nearest, std::pair(nearest.second, nearest.first)}) {
        if (mpi::rank_of(comm) == first_rank(own)) {
            measure_link(comm, own, other, first_rank(other), look_size(effort.handshake), options, routes);
        }
    }
    quiet_barrier(comm);
    return nearest;
}

}  // namespace

std::vector<Route> measure_routes(MPI_Comm comm, const HostLayout& layout, const Partition& clusters,
                                  const ClusterLatencies& latencies, const RouteEffort& effort,
                                  const std::vector<std::pair<int, int>>& not_measured) {
    // Only stages for which some pair exists; all ranks know.
    const bool any_within_host = std::any_of(layout.ranks.begin(), layout.ranks.end(),
                                             [](const std::vector<int>& ranks) { return ranks.size() > 1; });
    const bool any_within_cluster =
        std::any_of(clusters.begin(), clusters.end(), [](const std::vector<int>& hosts) { return hosts.size() > 1; });
    discovery::SeenRoutes mine;
    if (any_within_host) {
        measure_in_hosts(comm, layout, clusters, policy::kShareWithinHosts * effort.budget, mine.measured);
    }
    if (any_within_cluster) {
        const PlogpOptions inside = effort.at_a_glance
                                        ? PlogpOptions{.largest = policy::kLargestAtAGlance,
                                                       .budget = policy::kShareWithinClustersAtAGlance * effort.budget}
                                        : PlogpOptions{.budget = policy::kShareWithinClusters * effort.budget};
        measure_in_clusters(comm, layout, clusters, latencies, inside, mine.measured);
    }
    const auto latency = [&](int a, int b) { return latencies.between(a, b).value(); };
    const Steps steps = discovery::steps_without(not_measured, static_cast<int>(clusters.size()));
    // The only link there is, is worth all the time.
    const bool has_several_routes = clusters.size() > 2 || (clusters.size() == 2 && any_within_cluster);
    const bool is_glanced =
        has_several_routes &&
        (effort.at_a_glance || !is_time_for_links(comm, steps, latency, policy::kShareBetweenClusters * effort.budget));
    if (is_glanced) {
        std::vector<std::pair<int, int>> not_glanced_at = not_measured;
        if (!any_within_cluster) {
            not_glanced_at.push_back(
                measure_nearest(comm, layout, clusters, latencies, effort, not_measured, mine.measured));
        }
        mine.glances = glance_at_links(comm, layout, clusters, latencies, look_size(effort.handshake), not_glanced_at);
    } else if (clusters.size() > 1) {
        measure_links(comm, layout, clusters, latencies, look_size(effort.handshake),
                      policy::kShareBetweenClusters * effort.budget, steps, mine.measured);
    }

    discovery::SeenRoutes seen;
    for (const std::string& bytes : mpi::gather_texts(comm, discovery::packed(mine), 0)) {
        discovery::unpack(bytes, seen);
    }
    std::vector<Route> all = discovery::routes_of(seen.glances, seen.measured);
    std::ranges::copy(seen.measured, std::back_inserter(all));
    // By kind and clusters, whoever measured them.
    std::sort(all.begin(), all.end(), [](const Route& a, const Route& b) {
        return std::tie(a.kind, a.from, a.to) < std::tie(b.kind, b.from, b.to);
    });
    return all;
}

}  // namespace causeway::probe
