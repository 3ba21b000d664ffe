/// How far the nodes of a graph are from each other by latencies alone.
#pragma once

#include "causeway/graph/graph.hpp"

#include <vector>

namespace causeway::graph {

/// Least sums of latencies on the ways from each node to each; infinite where none leads.
class Distances {
public:
    explicit Distances(const Graph& graph);

    [[nodiscard]] Seconds between(int from, int to) const {
        return from_[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    }

private:
    std::vector<std::vector<Seconds>> from_;
};

}  // namespace causeway::graph
