/// Neighbourhood allgather: what a process has enters each other cluster once, and is passed on there.
///
///     0 1 2 3 | 4 5 6 7   0 has something for 4, 5 and 6: it sends it to 4, which passes it on to 5 and 6
///
/// The neighbour that gets it first is one that has passed on least so far, so that all of a cluster share the work,
/// and everybody who handles something gets it anyway and knows how much it is. The links carry each byte once for each
/// cluster, where they carried it once for each neighbour: for d neighbours in a cluster (L + g(m)) + (d - 1) (l +
/// g'(m)), with l and g' of the cluster's own network. Source: ours.
#include "causeway/scheme/neighbours.hpp"

#include <algorithm>
#include <utility>

namespace causeway::scheme {

namespace {

/// A unit in a cluster that is not that of its process.
struct Arrival {
    std::size_t unit = 0;
    int first = 0;  ///< who gets it
    std::vector<int> others;
};

/// [cluster]: what comes there, in the order of the units.
std::vector<std::vector<Arrival>> arrivals_of(const Units& units, int processes) {
    std::vector<std::vector<Arrival>> arrivals(units.clusters().size());
    std::vector<int> passed_on(static_cast<std::size_t>(processes), 0);
    for (std::size_t u = 0; u < units.all().size(); ++u) {
        for (std::size_t cluster = 0; cluster < arrivals.size(); ++cluster) {
            std::vector<int> receivers = units.receivers_in(u, cluster);
            if (receivers.empty() || cluster == units.cluster_of(units.all()[u].from)) {
                continue;
            }
            const auto first = std::min_element(receivers.begin(), receivers.end(), [&](int a, int b) {
                const int by_a = passed_on[static_cast<std::size_t>(a)];
                const int by_b = passed_on[static_cast<std::size_t>(b)];
                return by_a != by_b ? by_a < by_b : a < b;
            });
            Arrival arrival{u, *first, {}};
            receivers.erase(first);
            passed_on[static_cast<std::size_t>(arrival.first)] += static_cast<int>(receivers.size());
            arrival.others = std::move(receivers);
            arrivals[cluster].push_back(std::move(arrival));
        }
    }
    return arrivals;
}

Built build_neighbor_allgather_once_per_cluster(const Layout& layout) {
    const Units units(layout, Operation::kNeighborAllgather, UnitOrder::kByCluster);
    const std::size_t clusters = units.clusters().size();
    const std::vector<std::vector<Arrival>> arrivals = arrivals_of(units, layout.processes);
    Built built = units.built();
    schedule::Builder builder(layout.processes, built.num_blocks, layout.only);
    const auto send = [&](int from, int to, std::size_t unit) {
        const schedule::BlockRange blocks = units.blocks_of(unit);
        for (int b = blocks.first; b < blocks.end(); ++b) {
            builder.transfer(from, to, {b, 1});
        }
    };
    const auto for_arrivals = [&](const auto& add) {
        for (std::size_t shift = 1; shift < clusters; ++shift) {
            for (std::size_t from = 0; from < clusters; ++from) {
                for (const Arrival& arrival : arrivals[(from + shift) % clusters]) {
                    if (units.cluster_of(units.all()[arrival.unit].from) == from) {
                        add(arrival);
                    }
                }
            }
        }
    };
    for_arrivals([&](const Arrival& arrival) { send(units.all()[arrival.unit].from, arrival.first, arrival.unit); });
    for (std::size_t u = 0; u < units.all().size(); ++u) {
        const int from = units.all()[u].from;
        for (const int receiver : units.receivers_in(u, units.cluster_of(from))) {
            send(from, receiver, u);
        }
    }
    for_arrivals([&](const Arrival& arrival) {
        for (const int receiver : arrival.others) {
            send(arrival.first, receiver, arrival.unit);
        }
    });
    built.strands.push_back(builder.finish());
    return built;
}

}  // namespace

extern constexpr Scheme neighbor_allgather_once_per_cluster{
    .name = "neighbor_allgather_once_per_cluster",
    .summary = "what a process has enters each other cluster once and is passed on among its neighbours there",
    .source = "ours",
    .operation = Operation::kNeighborAllgather,
    .trees = Trees::kNone,
    .relays = false,
    .build = build_neighbor_allgather_once_per_cluster,
};

}  // namespace causeway::scheme
