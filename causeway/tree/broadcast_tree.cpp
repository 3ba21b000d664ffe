#include "causeway/tree/broadcast_tree.hpp"

#include <algorithm>
#include <limits>

namespace causeway::tree {

std::vector<int> parent_edges(const graph::Graph& graph, std::span<const int> edges) {
    std::vector<int> result(graph.nodes.size(), -1);
    for (const int edge : edges) {
        result[static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(edge)].to)] = edge;
    }
    return result;
}

TreeEdges from_source_on(const graph::Graph& graph, int source, std::span<const int> edges) {
    std::vector<std::vector<int>> children(graph.nodes.size());
    for (const int edge : edges) {
        children[static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(edge)].from)].push_back(edge);
    }
    for (std::vector<int>& of_node : children) {
        std::sort(of_node.begin(), of_node.end());
    }
    TreeEdges result;
    std::vector<bool> reached(graph.nodes.size(), false);
    std::vector<int> nodes{source};
    reached[static_cast<std::size_t>(source)] = true;
    for (std::size_t next = 0; next < nodes.size(); ++next) {
        for (const int edge : children[static_cast<std::size_t>(nodes[next])]) {
            const int to = graph.edges[static_cast<std::size_t>(edge)].to;
            if (!reached[static_cast<std::size_t>(to)]) {
                reached[static_cast<std::size_t>(to)] = true;
                result.push_back(edge);
                nodes.push_back(to);
            }
        }
    }
    return result;
}

bool is_spanning_tree(const graph::Graph& graph, int source, std::span<const int> edges) {
    return edges.size() + 1 == graph.nodes.size() && from_source_on(graph, source, edges).size() == edges.size();
}

double throughput(const graph::Resources& resources, std::span<const int> edges) {
    const Seconds period = resources.period(edges);
    return period.value() > 0.0 ? 1.0 / period.value() : std::numeric_limits<double>::infinity();
}

}  // namespace causeway::tree
