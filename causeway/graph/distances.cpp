#include "causeway/graph/distances.hpp"

#include "causeway/base/shortest_ways.hpp"

#include <cstddef>

namespace causeway::graph {

Distances::Distances(const Graph& graph) {
    const std::vector<std::vector<int>> out = edges_out(graph);
    for (int from = 0; from < graph.num_nodes(); ++from) {
        from_.push_back(base::shortest_ways<Seconds>(graph.nodes.size(), from, {Seconds(0.0), Seconds::infinity()},
                                                     [&](int node, Seconds reached, const auto& reach) {
                                                         for (const int e : out[static_cast<std::size_t>(node)]) {
                                                             const Edge& edge =
                                                                 graph.edges[static_cast<std::size_t>(e)];
                                                             reach(edge.to, e, reached + edge.latency);
                                                         }
                                                     })
                            .cost);
    }
}

}  // namespace causeway::graph
