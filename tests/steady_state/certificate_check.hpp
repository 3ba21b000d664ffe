/// Checks the proof that comes with a bound, with additions, comparisons and the simplest of flow algorithms.
#pragma once

#include "causeway/steady_state/demands.hpp"
#include "causeway/steady_state/throughput_bound.hpp"
#include "causeway/tree/broadcast_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <span>
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

/// The edge back; -1: there is none.
inline int back_of(const graph::Graph& graph, int e) {
    const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
    for (int other = 0; other < graph.num_edges(); ++other) {
        if (graph.edges[static_cast<std::size_t>(other)].from == edge.to &&
            graph.edges[static_cast<std::size_t>(other)].to == edge.from) {
            return other;
        }
    }
    return -1;
}

/// What a slice on these edges costs, both ways if that is asked for.
inline double cost_of(const graph::Graph& graph, const graph::Resources& resources, const std::vector<double>& prices,
                      const std::vector<int>& edges, bool both_ways) {
    double cost = 0.0;
    const auto add = [&](int e) {
        for (const graph::Use& use : resources.of_edge(e)) {
            cost += prices[static_cast<std::size_t>(use.resource)] * use.time.value();
        }
    };
    for (const int e : edges) {
        add(e);
        if (both_ways) {
            add(back_of(graph, e));
        }
    }
    return cost;
}

/// The cheapest way of the demand among all that there are: every path without repetition, every choice of an edge into
/// each node that makes a tree.
inline double least_cost(const graph::Graph& graph, const graph::Resources& resources,
                         const std::vector<double>& prices, const Demand& demand) {
    double least = std::numeric_limits<double>::infinity();
    if (demand.kind == WayKind::kPath) {
        std::vector<int> path;
        std::set<int> seen{demand.from};
        const std::function<void(int)> go_on = [&](int node) {
            if (node == demand.to) {
                least = std::min(least, cost_of(graph, resources, prices, path, false));
                return;
            }
            for (int e = 0; e < graph.num_edges(); ++e) {
                const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
                if (edge.from == node && seen.insert(edge.to).second) {
                    path.push_back(e);
                    go_on(edge.to);
                    path.pop_back();
                    seen.erase(edge.to);
                }
            }
        };
        go_on(demand.from);
        return least;
    }
    const std::vector<std::vector<int>> in = graph::edges_in(graph);
    std::vector<int> chosen;
    const std::function<void(int)> choose = [&](int node) {
        if (node == graph.num_nodes()) {
            if (tree::is_spanning_tree(graph, demand.from, chosen)) {
                least = std::min(least, cost_of(graph, resources, prices, chosen, demand.kind == WayKind::kTwoWays));
            }
            return;
        }
        if (node == demand.from) {
            choose(node + 1);
            return;
        }
        for (const int e : in[static_cast<std::size_t>(node)]) {
            if (demand.kind == WayKind::kTree || back_of(graph, e) >= 0) {
                chosen.push_back(e);
                choose(node + 1);
                chosen.pop_back();
            }
        }
    };
    choose(0);
    return least;
}

/// Its ways carry every demand in its time; its prices prove its bound; the two are equal, but for `gap`.
inline void expect_proved(const graph::Graph& graph, const graph::Resources& resources,
                          const std::vector<Demand>& demands, const Routing& routing, double gap) {
    std::vector<double> busy(static_cast<std::size_t>(resources.size()), 0.0);
    std::vector<double> carried(demands.size(), 0.0);
    for (const Way& way : routing.ways) {
        const Demand& demand = demands[static_cast<std::size_t>(way.demand)];
        carried[static_cast<std::size_t>(way.demand)] += way.slices;
        if (demand.kind == WayKind::kPath) {
            int at = demand.from;
            for (const int e : way.edges) {
                EXPECT_EQ(graph.edges[static_cast<std::size_t>(e)].from, at);
                at = graph.edges[static_cast<std::size_t>(e)].to;
            }
            EXPECT_EQ(at, demand.to);
        } else {
            EXPECT_TRUE(tree::is_spanning_tree(graph, demand.from, way.edges));
        }
        for (const int e : way.edges) {
            for (const int one : {e, demand.kind == WayKind::kTwoWays ? back_of(graph, e) : -1}) {
                for (const graph::Use& use : one < 0 ? std::span<const graph::Use>() : resources.of_edge(one)) {
                    busy[static_cast<std::size_t>(use.resource)] += way.slices * use.time.value();
                }
            }
        }
    }
    for (std::size_t k = 0; k < demands.size(); ++k) {
        EXPECT_NEAR(carried[k], demands[k].slices, 1e-9 * demands[k].slices);
    }
    EXPECT_NEAR(*std::max_element(busy.begin(), busy.end()), routing.time.value(), 1e-9 * routing.time.value());
    EXPECT_NEAR(std::accumulate(routing.prices.begin(), routing.prices.end(), 0.0), 1.0, 1e-9);
    EXPECT_GE(*std::min_element(routing.prices.begin(), routing.prices.end()), 0.0);
    double proved = 0.0;
    for (const Demand& demand : demands) {
        proved += demand.slices * least_cost(graph, resources, routing.prices, demand);
    }
    EXPECT_NEAR(proved, routing.bound.value(), 1e-9 * proved);
    EXPECT_LE(routing.bound.value(), routing.time.value() * (1.0 + 1e-9));
    EXPECT_GE(routing.bound.value(), routing.time.value() * (1.0 - gap));
}

}  // namespace causeway::steady_state
