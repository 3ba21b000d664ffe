#include "causeway/tree/changing_tree.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace causeway::tree {

namespace {

/// [edge]: the edge the other way; -1: none.
std::vector<int> opposite_edges(const graph::Graph& graph) {
    std::map<std::pair<int, int>, int> by_ends;
    for (int e = 0; e < graph.num_edges(); ++e) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        by_ends[{edge.from, edge.to}] = e;
    }
    std::vector<int> result;
    for (const graph::Edge& edge : graph.edges) {
        const auto found = by_ends.find({edge.to, edge.from});
        result.push_back(found == by_ends.end() ? -1 : found->second);
    }
    return result;
}

}  // namespace

ChangingTree::ChangingTree(const graph::Graph& graph, const graph::Resources& resources, int source,
                           std::span<const int> edges)
    : graph_(graph),
      resources_(resources),
      source_(source),
      parent_edge_(parent_edges(graph, edges)),
      opposite_(opposite_edges(graph)),
      load_(resources.load(edges)),
      limit_(Seconds::infinity()) {}

bool ChangingTree::is_below(int node, int ancestor) const {
    while (node != ancestor) {
        if (node == source_) {
            return false;
        }
        node = from(parent_edge(node));
    }
    return true;
}

Seconds ChangingTree::period() const {
    return load_.empty() ? Seconds(0.0) : *std::max_element(load_.begin(), load_.end());
}

void ChangingTree::set_limit(Seconds limit) {
    limit_ = limit;
    overload_ = Seconds(0.0);
    for (const Seconds load : load_) {
        overload_ += above_limit(load);
    }
}

bool ChangingTree::is_overloaded(int edge) const {
    const auto uses = resources_.of_edge(edge);
    return std::any_of(uses.begin(), uses.end(),
                       [&](const graph::Use& use) { return load_[static_cast<std::size_t>(use.resource)] > limit_; });
}

const std::vector<int>& ChangingTree::cuts_for(int edge) {
    cuts_.clear();
    const int start = from(edge);
    int node = to(edge);
    while (node != source_ && !is_below(start, node)) {
        cuts_.push_back(node);
        const int up = parent_edge(node);
        if (opposite_[static_cast<std::size_t>(up)] == -1) {
            break;
        }
        node = from(up);
    }
    return cuts_;
}

void ChangingTree::exchange(int node, int edge) {
    int at = to(edge);
    int arrives_by = edge;
    while (true) {
        const int before = std::exchange(parent_edge_[static_cast<std::size_t>(at)], arrives_by);
        change_load(arrives_by, 1.0);
        change_load(before, -1.0);
        if (at == node) {
            return;
        }
        at = from(before);
        arrives_by = opposite_[static_cast<std::size_t>(before)];
    }
}

void ChangingTree::change_load(int edge, double sign) {
    for (const graph::Use& use : resources_.of_edge(edge)) {
        Seconds& load = load_[static_cast<std::size_t>(use.resource)];
        overload_ -= above_limit(load);
        load += sign * use.time;
        overload_ += above_limit(load);
    }
}

TreeEdges ChangingTree::edges() const {
    TreeEdges unordered;
    for (const int edge : parent_edge_) {
        if (edge != -1) {
            unordered.push_back(edge);
        }
    }
    return from_source_on(graph_, source_, unordered);
}

}  // namespace causeway::tree
