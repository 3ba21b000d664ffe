/// Growing a tree for nodes that send to several others at once: an edge costs the period its sender would then have.
///
///     cost(u, v) = max((children of u + 1) * send_u, T_uv, T_uw over the children w that u already has)
///
///     send = 1, source -> p1, p2, p3 (T = 2 each), p1 -> p3 (T = 2):  all three may hang on the source (period 3),
///     or p3 on p1 (period 2): p1 and p2 by the source (cost 2, 2), then p3 by p1 (cost 2, not 3)
///
/// The cheapest edge out of the tree comes next; ties go to the lowest index. Send times that the graph does not give
/// are graph::usual_send_times, as in graph::Resources. O(n |E|).
/// Source: Beaumont, Marchal, Robert, the growing heuristic adapted to the multi-port model (T_period).
#include "causeway/tree/grown.hpp"

#include <algorithm>

namespace causeway::tree {

namespace {

struct Sender {
    int children = 0;
    Seconds longest;  ///< T_uw, over the children
};

TreeEdges build_growing_multi_port(const TreeProblem& problem) {
    const graph::Graph& graph = problem.graph;
    const std::vector<Seconds> send = graph::send_times_of(graph);
    std::vector<Sender> senders(graph.nodes.size());
    const auto cost = [&](int e) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        const Sender& sender = senders[static_cast<std::size_t>(edge.from)];
        const Seconds sends = (sender.children + 1) * send[static_cast<std::size_t>(edge.from)];
        return std::max({sends, sender.longest, edge.time}).value();
    };
    return grown(problem, cost, [&](int e) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        Sender& sender = senders[static_cast<std::size_t>(edge.from)];
        ++sender.children;
        sender.longest = std::max(sender.longest, edge.time);
    });
}

}  // namespace

extern constexpr Heuristic growing_multi_port{
    .name = "growing-multi-port",
    .summary = "as growing, by the period of a sender whose sends overlap on the links",
    .source = "Beaumont, Marchal, Robert, growing adapted to the multi-port model",
    .build = build_growing_multi_port,
};

}  // namespace causeway::tree
