/// Graphs to try every tree heuristic on.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/graph/graph.hpp"
#include "causeway/graph/resources.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace causeway::tree {

inline constexpr std::array kPortModels{graph::PortModel::kOnePort, graph::PortModel::kOnePortUnidirectional,
                                        graph::PortModel::kMultiPort, graph::PortModel::kSendLinkReceive};

inline graph::Graph graph_of(int nodes) {
    graph::Graph graph;
    for (int node = 0; node < nodes; ++node) {
        graph.nodes.push_back(fmt::format("p{}", node));
    }
    return graph;
}

/// A directed edge each way, of times between 1 and 2.
inline void join(graph::Graph& graph, int a, int b, base::Random& random) {
    graph.edges.push_back({a, b, Seconds(random.between(1.0, 2.0)), {}});
    graph.edges.push_back({b, a, Seconds(random.between(1.0, 2.0)), {}});
}

inline graph::Graph path_graph(int nodes) {
    base::Random random(1);
    graph::Graph graph = graph_of(nodes);
    for (int node = 1; node < nodes; ++node) {
        join(graph, node - 1, node, random);
    }
    return graph;
}

inline graph::Graph star_graph(int nodes) {
    base::Random random(2);
    graph::Graph graph = graph_of(nodes);
    for (int node = 1; node < nodes; ++node) {
        join(graph, 0, node, random);
    }
    return graph;
}

inline graph::Graph complete_graph(int nodes) {
    base::Random random(3);
    graph::Graph graph = graph_of(nodes);
    for (int b = 1; b < nodes; ++b) {
        for (int a = 0; a < b; ++a) {
            join(graph, a, b, random);
        }
    }
    return graph;
}

/// A random tree of edges both ways, and random edges that lead one way only.
inline graph::Graph random_graph(int nodes, int more_edges, std::uint64_t seed) {
    base::Random random(seed);
    graph::Graph graph = graph_of(nodes);
    std::vector<std::vector<bool>> joined(graph.nodes.size(), std::vector<bool>(graph.nodes.size(), false));
    for (int node = 1; node < nodes; ++node) {
        const int other = random.below(node);
        join(graph, other, node, random);
        joined[static_cast<std::size_t>(other)][static_cast<std::size_t>(node)] = true;
        joined[static_cast<std::size_t>(node)][static_cast<std::size_t>(other)] = true;
    }
    for (int edge = 0; edge < more_edges; ++edge) {
        const int from = random.below(nodes);
        const int to = random.below(nodes);
        if (from != to && !joined[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)]) {
            joined[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = true;
            graph.edges.push_back({from, to, Seconds(random.between(1.0, 2.0)), {}});
        }
    }
    return graph;
}

/// Every third edge also goes over one trunk, for as long as it takes.
inline graph::Graph with_trunk(graph::Graph graph) {
    graph::SharedResource trunk{"the trunk", {}};
    for (int e = 0; e < graph.num_edges(); e += 3) {
        trunk.shares.push_back({e, graph.edges[static_cast<std::size_t>(e)].time});
    }
    graph.shared.push_back(trunk);
    return graph;
}

/// Of 1, 2 and more nodes; the source of each is any node.
inline std::vector<graph::Graph> graph_families() {
    std::vector<graph::Graph> result{path_graph(1), path_graph(2), path_graph(7), star_graph(9), complete_graph(8)};
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        result.push_back(random_graph(5 + static_cast<int>(seed), 30, seed));
    }
    result.push_back(with_trunk(random_graph(10, 40, 7)));
    result.push_back(with_trunk(complete_graph(6)));
    for (std::size_t g = 0; g < result.size(); ++g) {
        result[g].name = fmt::format("graph {} of {} nodes", g, result[g].num_nodes());
    }
    return result;
}

}  // namespace causeway::tree
