#include "causeway/graph/graph.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace causeway::graph {

std::optional<int> Graph::find_node(std::string_view node) const {
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    return found == nodes.end() ? std::nullopt : std::optional(static_cast<int>(found - nodes.begin()));
}

std::vector<std::vector<int>> edges_out(const Graph& graph) {
    std::vector<std::vector<int>> result(graph.nodes.size());
    for (int e = 0; e < graph.num_edges(); ++e) {
        result[static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(e)].from)].push_back(e);
    }
    return result;
}

std::vector<std::vector<int>> edges_in(const Graph& graph) {
    std::vector<std::vector<int>> result(graph.nodes.size());
    for (int e = 0; e < graph.num_edges(); ++e) {
        result[static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(e)].to)].push_back(e);
    }
    return result;
}

std::vector<std::optional<int>> edges_back(const Graph& graph) {
    std::map<std::pair<int, int>, int> known;
    for (int e = 0; e < graph.num_edges(); ++e) {
        const Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        known.emplace(std::pair(edge.from, edge.to), e);
    }
    std::vector<std::optional<int>> result;
    for (const Edge& edge : graph.edges) {
        const auto back = known.find({edge.to, edge.from});
        result.push_back(back == known.end() ? std::nullopt : std::optional(back->second));
    }
    return result;
}

Graph reversed(Graph graph) {
    for (Edge& edge : graph.edges) {
        std::swap(edge.from, edge.to);
    }
    return graph;
}

Graph with_edges(Graph graph, const std::vector<bool>& is_kept) {
    std::vector<int> number_of(graph.edges.size(), -1);
    std::vector<Edge> kept;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        if (is_kept[e]) {
            number_of[e] = static_cast<int>(kept.size());
            kept.push_back(graph.edges[e]);
        }
    }
    graph.edges = std::move(kept);
    for (SharedResource& resource : graph.shared) {
        std::erase_if(resource.shares,
                      [&](const Share& share) { return number_of[static_cast<std::size_t>(share.edge)] < 0; });
        for (Share& share : resource.shares) {
            share.edge = number_of[static_cast<std::size_t>(share.edge)];
        }
    }
    std::erase_if(graph.shared, [](const SharedResource& resource) { return resource.shares.empty(); });
    return graph;
}

std::vector<int> unreachable_from(const Graph& graph, int source) {
    const std::vector<std::vector<int>> out = edges_out(graph);
    std::vector<bool> reached(graph.nodes.size(), false);
    std::vector<int> open{source};
    reached[static_cast<std::size_t>(source)] = true;
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        for (const int e : out[static_cast<std::size_t>(node)]) {
            const int next = graph.edges[static_cast<std::size_t>(e)].to;
            if (!reached[static_cast<std::size_t>(next)]) {
                reached[static_cast<std::size_t>(next)] = true;
                open.push_back(next);
            }
        }
    }
    std::vector<int> result;
    for (int node = 0; node < graph.num_nodes(); ++node) {
        if (!reached[static_cast<std::size_t>(node)]) {
            result.push_back(node);
        }
    }
    return result;
}

bool is_joined(const Graph& graph) {
    return unreachable_from(graph, 0).empty() && unreachable_from(reversed(graph), 0).empty();
}

bool is_joined_both_ways(const Graph& graph) {
    const std::vector<std::optional<int>> back = edges_back(graph);
    Graph both_ways;
    both_ways.nodes = graph.nodes;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        if (back[e]) {
            both_ways.edges.push_back(graph.edges[e]);
        }
    }
    return unreachable_from(both_ways, 0).empty();
}

}  // namespace causeway::graph
