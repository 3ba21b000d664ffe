/// The binomial tree of MPI libraries, which knows nothing of the graph: for comparison.
///
/// Nodes are counted from the source on, by their numbers: r = (node - source) mod n. r receives from r without its
/// lowest bit and sends to r + 2^k for all 2^k below that bit. P = 8:
///
///     0 -> 4, 2, 1      4 -> 6, 5      2 -> 3      6 -> 7
///
/// Where the graph has no edge between the two, a slice goes along the shortest path (the sum of T_uv; of several the
/// one whose last edge has the lowest index), and keeps every node on the way busy; where no path leads from the sender
/// to the receiver, it comes from the source. Edges may so be listed more than once, and the result is no tree of the
/// graph. O(n (n^2 + |E|)).
/// Source: Beaumont, Marchal, Robert, "Binomial tree heuristic" (close to MPI_Bcast).
#include "causeway/base/shortest_ways.hpp"
#include "causeway/tree/heuristic.hpp"

#include <algorithm>
#include <utility>

namespace causeway::tree {

namespace {

/// [node]: the last edge of the shortest path from `from`; -1: `from` itself, and nodes without a path.
std::vector<int> last_edges_of_shortest_paths(const graph::Graph& graph, const std::vector<std::vector<int>>& out,
                                              int from) {
    using Cost = std::pair<Seconds, int>;  // with the last edge: the lowest one of equal ways
    return base::shortest_ways<Cost>(graph.nodes.size(), from, {{Seconds(0.0), -1}, {Seconds::infinity(), -1}},
                                     [&](int node, const Cost& cost, const auto& reach) {
                                         for (const int e : out[static_cast<std::size_t>(node)]) {
                                             const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
                                             reach(edge.to, e, Cost(cost.first + edge.time, e));
                                         }
                                     })
        .last_step;
}

/// The path to `node` from where `last_edge` begins; empty if there is none.
TreeEdges path_to(const graph::Graph& graph, const std::vector<int>& last_edge, int node) {
    TreeEdges path;
    while (last_edge[static_cast<std::size_t>(node)] != -1) {
        path.push_back(last_edge[static_cast<std::size_t>(node)]);
        node = graph.edges[static_cast<std::size_t>(path.back())].from;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

TreeEdges build_binomial(const TreeProblem& problem) {
    const graph::Graph& graph = problem.graph;
    const std::vector<std::vector<int>> out = graph::edges_out(graph);
    const int n = graph.num_nodes();
    int above = 1;  // the least power of two that is not below n
    while (above < n) {
        above *= 2;
    }
    const std::vector<int> from_source = last_edges_of_shortest_paths(graph, out, problem.source);
    TreeEdges result;
    for (int rank = 0; rank < n; ++rank) {
        const int sender = (rank + problem.source) % n;
        std::vector<int> from_sender;
        for (int bit = (rank == 0 ? above : rank & -rank) / 2; bit > 0; bit /= 2) {
            if (rank + bit >= n) {
                continue;
            }
            if (from_sender.empty()) {
                from_sender = last_edges_of_shortest_paths(graph, out, sender);
            }
            const int receiver = (rank + bit + problem.source) % n;
            const bool has_path = from_sender[static_cast<std::size_t>(receiver)] != -1;
            const TreeEdges path = path_to(graph, has_path ? from_sender : from_source, receiver);
            result.insert(result.end(), path.begin(), path.end());
        }
    }
    return result;
}

}  // namespace

extern constexpr Heuristic binomial{
    .name = "binomial",
    .summary = "the binomial tree over node numbers, each edge routed on the shortest path",
    .source = "Beaumont, Marchal, Robert, binomial tree heuristic",
    .is_routed = true,
    .build = build_binomial,
};

}  // namespace causeway::tree
