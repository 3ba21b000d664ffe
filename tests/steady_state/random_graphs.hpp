/// Random platform graphs for the tests and benchmarks of bounds and packings.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/graph/graph.hpp"
#include "causeway/graph/resources.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace causeway::steady_state::random_graphs {

/// `nodes` nodes named n0, n1, ... without edges.
inline graph::Graph without_edges(int nodes) {
    graph::Graph result;
    for (int v = 0; v < nodes; ++v) {
        result.nodes.push_back("n" + std::to_string(v));
    }
    return result;
}

/// Edges both ways, of one time.
inline void join(graph::Graph& graph, int a, int b, Seconds time) {
    graph.edges.push_back({a, b, time, {}});
    graph.edges.push_back({b, a, time, {}});
}

/// Every two of so many nodes joined both ways; a slice takes a second.
inline graph::Graph clique(int nodes) {
    graph::Graph graph = without_edges(nodes);
    for (int a = 0; a < nodes; ++a) {
        for (int b = a + 1; b < nodes; ++b) {
            join(graph, a, b, Seconds(1.0));
        }
    }
    return graph;
}

inline graph::Graph ring(int nodes) {
    graph::Graph graph = without_edges(nodes);
    for (int a = 0; a < nodes; ++a) {
        join(graph, a, (a + 1) % nodes, Seconds(1.0));
    }
    return graph;
}

/// Nothing but the links limits.
inline graph::Resources links_of(graph::Graph graph) {
    graph.send_time.assign(graph.nodes.size(), Seconds(0.0));
    return {graph, graph::PortModel::kMultiPort};
}

/// About normal, by the sum of twelve; no library whose last bit could differ.
inline double normal(base::Random& random, double mean, double deviation) {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) {
        sum += random.between(0.0, 1.0);
    }
    return mean + deviation * sum;
}

/// In the manner of the source's random platforms: a random tree joins all, and each further pair is joined with
/// probability `density`; slices of 1 MB over links of N(100, 20) MB/s.
inline graph::Graph of_density(int nodes, double density, std::uint64_t seed) {
    base::Random random(seed);
    graph::Graph result = without_edges(nodes);
    const auto time = [&] { return Seconds(1.0 / normal(random, 100.0, 20.0)); };
    std::vector<int> order;
    for (int v = 0; v < nodes; ++v) {
        order.insert(order.begin() + random.below(v + 1), v);
    }
    std::vector<std::vector<bool>> joined(order.size(), std::vector<bool>(order.size(), false));
    for (int v = 0; v < nodes; ++v) {
        for (int u = v + 1; u < nodes; ++u) {
            joined[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)] = random.between(0.0, 1.0) < density;
        }
    }
    for (std::size_t i = 1; i < order.size(); ++i) {
        const auto [a, b] = std::minmax({order[i], order[static_cast<std::size_t>(random.below(static_cast<int>(i)))]});
        joined[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = true;
    }
    for (int v = 0; v < nodes; ++v) {
        for (int u = v + 1; u < nodes; ++u) {
            if (joined[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)]) {
                join(result, v, u, time());
            }
        }
    }
    return result;
}

/// Links whose two ways differ, some of them tenfold, and send times of nodes.
inline void make_uneven(graph::Graph& graph, base::Random& random) {
    for (graph::Edge& edge : graph.edges) {
        edge.time = random.between(0.5, 2.0) * (random.below(4) == 0 ? 10.0 : 1.0) * edge.time;
    }
    for (int node = 0; node < graph.num_nodes(); ++node) {
        graph.send_time.push_back(Seconds(random.between(0.0, 0.01)));
    }
}

/// Up to three resources, each shared by some of the edges.
inline void share_resources(graph::Graph& graph, base::Random& random) {
    for (int i = random.below(3); i >= 0; --i) {
        graph::SharedResource& shared = graph.shared.emplace_back();
        shared.name = "trunk " + std::to_string(i);
        for (int e = 0; e < graph.num_edges(); ++e) {
            if (random.below(3) == 0) {
                shared.shares.push_back({e, random.between(0.1, 1.5) * graph.edges[static_cast<std::size_t>(e)].time});
            }
        }
    }
}

}  // namespace causeway::steady_state::random_graphs
