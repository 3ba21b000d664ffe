/// What `causeway tree` says.
#pragma once

#include "causeway/bound/graph_bound.hpp"
#include "causeway/report/document.hpp"
#include "causeway/study/tree_comparison.hpp"

#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

/// Everything that is printed.
struct TreeOutcome {
    const graph::Graph& graph;
    const std::vector<std::string>& remarks;
    const graph::Resources& resources;
    graph::PortModel port;
    scheme::Operation operation;
    int source;                         ///< the root's node
    const std::vector<double>& slices;  ///< processes of each node
    std::optional<Bytes> bytes;         ///< of each process, or of all together
    const bound::GraphBound& bound;
    const study::TreeQuestion& question;
    std::optional<study::TreeComparison> comparison;  ///< of broadcasts; of reductions, in the graph turned round
    std::optional<steady_state::Routing> both_ways;   ///< trees that data of an allreduce goes up and down
};

[[nodiscard]] report::Document document_of(const TreeOutcome& outcome);

}  // namespace causeway::app
