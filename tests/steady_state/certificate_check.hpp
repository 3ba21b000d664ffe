/// Checks the proof that comes with a bound, with additions, comparisons and the simplest of flow algorithms.
#pragma once

#include "causeway/steady_state/throughput_bound.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace causeway::steady_state {

/// The flow from `source` to `target` over `capacity` (Edmonds and Karp, on a table of pairs).
inline double flow_by_shortest_paths(const graph::Graph& graph, int source, int target,
                                     const std::vector<double>& capacity) {
    const std::size_t n = graph.nodes.size();
    std::vector<std::vector<double>> left(n, std::vector<double>(n, 0.0));
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        left[static_cast<std::size_t>(graph.edges[e].from)][static_cast<std::size_t>(graph.edges[e].to)] += capacity[e];
    }
    const auto s = static_cast<std::size_t>(source);
    const auto t = static_cast<std::size_t>(target);
    double total = 0.0;
    while (true) {
        std::vector<std::size_t> before(n, n);
        std::vector<std::size_t> nodes{s};
        before[s] = s;
        for (std::size_t next = 0; next < nodes.size() && before[t] == n; ++next) {
            for (std::size_t to = 0; to < n; ++to) {
                if (before[to] == n && left[nodes[next]][to] > 0.0) {
                    before[to] = nodes[next];
                    nodes.push_back(to);
                }
            }
        }
        if (before[t] == n) {
            return total;
        }
        double least = left[before[t]][t];
        for (std::size_t node = t; node != s; node = before[node]) {
            least = std::min(least, left[before[node]][node]);
        }
        for (std::size_t node = t; node != s; node = before[node]) {
            left[before[node]][node] -= least;
            left[node][before[node]] += least;
        }
        total += least;
    }
}

/// What the rates of a bound carry to the node that gets least.
inline double carried(const graph::Graph& graph, int source, const std::vector<double>& rates) {
    double least = std::numeric_limits<double>::infinity();
    for (int node = 0; node < graph.num_nodes(); ++node) {
        if (node != source) {
            least = std::min(least, flow_by_shortest_paths(graph, source, node, rates));
        }
    }
    return least;
}

/// How busy rates keep the busiest resource.
inline double busiest(const graph::Resources& resources, const std::vector<double>& rates) {
    double most = 0.0;
    for (int r = 0; r < resources.size(); ++r) {
        double load = 0.0;
        for (const graph::Share& share : resources[r].shares) {
            load += rates[static_cast<std::size_t>(share.edge)] * share.time.value();
        }
        most = std::max(most, load);
    }
    return most;
}

/// By how much, relatively, the cuts that some edge crosses weigh more than it costs; <= 0: the prices prove the bound.
inline double unpaid(const graph::Graph& graph, const graph::Resources& resources, const ThroughputBound& bound) {
    double most = -1.0;
    for (int e = 0; e < graph.num_edges(); ++e) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        double cost = 0.0;
        for (int r = 0; r < resources.size(); ++r) {
            for (const graph::Share& share : resources[r].shares) {
                cost += share.edge == e ? bound.prices[static_cast<std::size_t>(r)] * share.time.value() : 0.0;
            }
        }
        double weight = 0.0;
        for (const PricedCut& cut : bound.cuts) {
            const bool from_is_near = std::find(cut.near.begin(), cut.near.end(), edge.from) != cut.near.end();
            const bool to_is_near = std::find(cut.near.begin(), cut.near.end(), edge.to) != cut.near.end();
            weight += from_is_near && !to_is_near ? cut.weight : 0.0;
        }
        most = std::max(most, weight - cost);
    }
    return most;
}

}  // namespace causeway::steady_state
