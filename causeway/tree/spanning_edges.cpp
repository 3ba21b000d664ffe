#include "causeway/tree/spanning_edges.hpp"

#include <algorithm>

namespace causeway::tree {

SpanningEdges::SpanningEdges(const graph::Graph& graph, int source)
    : graph_(graph),
      source_(source),
      out_(graph::edges_out(graph)),
      num_left_(graph.num_edges()),
      seen_(graph.nodes.size()) {}

bool SpanningEdges::remove(int edge) {
    const graph::Edge& removed = graph_.edges[static_cast<std::size_t>(edge)];
    std::vector<int>& siblings = out_[static_cast<std::size_t>(removed.from)];
    const auto position = std::find(siblings.begin(), siblings.end(), edge) - siblings.begin();
    siblings.erase(siblings.begin() + position);
    if (!reaches(removed.to)) {
        siblings.insert(siblings.begin() + position, edge);
        return false;
    }
    --num_left_;
    return true;
}

bool SpanningEdges::reaches(int node) {
    std::fill(seen_.begin(), seen_.end(), 0);
    open_.assign(1, source_);
    seen_[static_cast<std::size_t>(source_)] = 1;
    while (!open_.empty()) {
        const int at = open_.back();
        open_.pop_back();
        if (at == node) {
            return true;
        }
        for (const int e : out_[static_cast<std::size_t>(at)]) {
            const int next = graph_.edges[static_cast<std::size_t>(e)].to;
            if (seen_[static_cast<std::size_t>(next)] == 0) {
                seen_[static_cast<std::size_t>(next)] = 1;
                open_.push_back(next);
            }
        }
    }
    return false;
}

TreeEdges SpanningEdges::edges() const {
    TreeEdges result;
    for (const std::vector<int>& of_node : out_) {
        result.insert(result.end(), of_node.begin(), of_node.end());
    }
    std::sort(result.begin(), result.end());
    return result;
}

TreeEdges pruned(const graph::Graph& graph, int source, std::span<const int> order) {
    SpanningEdges left(graph, source);
    for (const int edge : order) {
        if (left.is_tree()) {
            break;
        }
        left.remove(edge);
    }
    return from_source_on(graph, source, left.edges());
}

}  // namespace causeway::tree
