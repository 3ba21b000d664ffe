/// Fastest node first: a tree for one whole message (STA), so that nodes that send fast receive early.
///
///     speed of u: the mean of T_uv over the edges that leave u; nodes without one come last
///     repeat: of the nodes that an edge leads to from the tree, the fastest is next;
///             it receives from the u of the tree for which ready(u) + T_uv is least,
///             and ready(u) and its own ready time become that
///
/// P = 8, all T alike, as on a switch: the binomial tree, 0 -> 1, 2, 4; 1 -> 3, 5; 2 -> 6; 3 -> 7, over three rounds.
///
/// Banikazemi's nodes have one send cost each, whoever receives; the mean over receivers takes its place as in Bhat's
/// comparison, and between the sends T_uv counts. The completion time of one message is what it looks at, not the
/// period: nodes early in the tree have many children. Ties go to the lowest index. O(n |E|).
/// Source: Banikazemi, Moorthy, Panda, "Efficient collective communication on heterogeneous networks of workstations"
/// (1998), FNF; Bhat, Raghavendra, Prasanna (2003) for its use with costs of edges; Beaumont, Marchal, Robert name it.
#include "causeway/tree/heuristic.hpp"

#include <utility>

namespace causeway::tree {

namespace {

/// [node]: the mean of T_uv over the edges that leave it.
std::vector<Seconds> mean_send_times(const graph::Graph& graph) {
    std::vector<Seconds> result;
    for (const std::vector<int>& out : graph::edges_out(graph)) {
        Seconds sum;
        for (const int e : out) {
            sum += graph.edges[static_cast<std::size_t>(e)].time;
        }
        result.push_back(out.empty() ? Seconds::infinity() : sum / static_cast<double>(out.size()));
    }
    return result;
}

TreeEdges build_fastest_node_first(const TreeProblem& problem) {
    const graph::Graph& graph = problem.graph;
    const std::vector<Seconds> speed = mean_send_times(graph);
    std::vector<bool> in_tree(graph.nodes.size(), false);
    std::vector<Seconds> ready(graph.nodes.size());
    in_tree[static_cast<std::size_t>(problem.source)] = true;
    TreeEdges result;
    while (result.size() + 1 < graph.nodes.size()) {
        int best = -1;
        Seconds least = Seconds::infinity();  // arrival at the best receiver so far
        int receiver = -1;
        for (int e = 0; e < graph.num_edges(); ++e) {
            const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            const auto from = static_cast<std::size_t>(edge.from);
            const auto to = static_cast<std::size_t>(edge.to);
            if (!in_tree[from] || in_tree[to]) {
                continue;
            }
            const Seconds arrival = ready[from] + edge.time;
            const bool is_faster = receiver == -1 || std::pair(speed[to], edge.to) <
                                                         std::pair(speed[static_cast<std::size_t>(receiver)], receiver);
            if (is_faster || (edge.to == receiver && arrival < least)) {
                least = arrival;
                receiver = edge.to;
                best = e;
            }
        }
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(best)];
        in_tree[static_cast<std::size_t>(edge.to)] = true;
        ready[static_cast<std::size_t>(edge.from)] = least;
        ready[static_cast<std::size_t>(edge.to)] = least;
        result.push_back(best);
    }
    return result;
}

}  // namespace

extern constexpr Heuristic fastest_node_first{
    .name = "fastest-node-first",
    .summary = "for one whole message: nodes that send fast receive early",
    .source = "Banikazemi, Moorthy, Panda, FNF; Bhat, Raghavendra, Prasanna",
    .build = build_fastest_node_first,
};

}  // namespace causeway::tree
