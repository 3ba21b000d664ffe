#include "causeway/steady_state/arborescence.hpp"

#include <cstddef>
#include <vector>

namespace causeway::steady_state {

namespace {

/// An edge between nodes that may stand for whole cycles.
struct Arc {
    std::size_t from = 0;
    std::size_t to = 0;
    double cost = 0.0;
    std::size_t edge = 0;      ///< of the graph
    std::size_t original = 0;  ///< its place in the list that it was made from

    [[nodiscard]] bool is_cheaper_than(const Arc& other) const {
        return cost != other.cost ? cost < other.cost : edge < other.edge;
    }
};

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// Of arcs from one node to another only the cheapest counts: the others are left out where a table of all pairs is not
/// much larger than the list.
class CheapestOfPairs {
public:
    CheapestOfPairs(std::size_t num_nodes, std::size_t num_arcs)
        : num_nodes_(num_nodes), place_(num_nodes * num_nodes <= 4 * num_arcs ? num_nodes * num_nodes : 0, kNone) {}

    void add(const Arc& arc, std::vector<Arc>& all) {
        if (place_.empty()) {
            all.push_back(arc);
            return;
        }
        std::size_t& place = place_[arc.from * num_nodes_ + arc.to];
        if (place == kNone) {
            place = all.size();
            all.push_back(arc);
        } else if (arc.is_cheaper_than(all[place])) {
            all[place] = arc;
        }
    }

private:
    std::size_t num_nodes_;
    std::vector<std::size_t> place_;  ///< [from, to]: in the list
};

/// [node]: the arc in `arcs` that leads to it, kNone for the root.
std::vector<std::size_t> cheapest_ways_in(std::size_t num_nodes, std::size_t root, const std::vector<Arc>& arcs) {
    std::vector<std::size_t> way_in(num_nodes, kNone);
    for (std::size_t a = 0; a < arcs.size(); ++a) {
        std::size_t& best = way_in[arcs[a].to];
        if (arcs[a].to != root && (best == kNone || arcs[a].is_cheaper_than(arcs[best]))) {
            best = a;
        }
    }
    // Cycles of these: [node] -> the node it becomes part of.
    constexpr std::size_t kUnseen = kNone;
    std::vector<std::size_t> becomes(num_nodes, kUnseen);
    std::vector<std::size_t> seen_from(num_nodes, kUnseen);
    std::vector<bool> in_cycle(num_nodes, false);
    std::size_t num_new = 0;
    bool has_cycle = false;
    for (std::size_t start = 0; start < num_nodes; ++start) {
        std::size_t node = start;
        while (node != root && seen_from[node] == kUnseen) {
            seen_from[node] = start;
            node = arcs[way_in[node]].from;
        }
        if (node != root && seen_from[node] == start && becomes[node] == kUnseen) {
            has_cycle = true;
            for (std::size_t at = node; becomes[at] == kUnseen; at = arcs[way_in[at]].from) {
                becomes[at] = num_new;
                in_cycle[at] = true;
            }
            ++num_new;
        }
    }
    if (!has_cycle) {
        return way_in;
    }
    for (std::size_t& node : becomes) {
        if (node == kUnseen) {
            node = num_new++;
        }
    }
    std::vector<Arc> between;
    CheapestOfPairs cheapest(num_new, arcs.size());
    for (std::size_t a = 0; a < arcs.size(); ++a) {
        const Arc& arc = arcs[a];
        if (becomes[arc.from] != becomes[arc.to]) {
            const double replaced = in_cycle[arc.to] ? arcs[way_in[arc.to]].cost : 0.0;
            cheapest.add({becomes[arc.from], becomes[arc.to], arc.cost - replaced, arc.edge, a}, between);
        }
    }
    for (const std::size_t chosen : cheapest_ways_in(num_new, becomes[root], between)) {
        if (chosen != kNone) {
            const std::size_t a = between[chosen].original;
            way_in[arcs[a].to] = a;  // of a cycle, every other node keeps its own
        }
    }
    return way_in;
}

}  // namespace

tree::TreeEdges cheapest_tree(const graph::Graph& graph, int source, std::span<const double> costs) {
    std::vector<Arc> arcs;
    arcs.reserve(graph.edges.size());
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        arcs.push_back({static_cast<std::size_t>(graph.edges[e].from), static_cast<std::size_t>(graph.edges[e].to),
                        costs[e], e, e});
    }
    tree::TreeEdges edges;
    for (const std::size_t a : cheapest_ways_in(graph.nodes.size(), static_cast<std::size_t>(source), arcs)) {
        if (a != kNone) {
            edges.push_back(static_cast<int>(a));
        }
    }
    return tree::from_source_on(graph, source, edges);
}

}  // namespace causeway::steady_state
