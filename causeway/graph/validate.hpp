/// What a graph must be before anything is computed on it. Every reader's graph passes through here.
#pragma once

#include "causeway/graph/graph.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::graph {

/// Where the parts of a graph stand in the file that it comes from, for messages: "line 12", "edges[3]". A part
/// without an entry is named by its position in the graph: "nodes[0]", "edges[3]".
struct Places {
    std::vector<std::string> nodes;  ///< [node]
    std::vector<std::string> edges;  ///< [edge]
};

/// Throws InputError naming `source` and the place for: no nodes; a node without a name or with another's; an edge to
/// or from a node that does not exist, from a node to itself, or given twice (both places are named); an edge time that
/// is not a finite number > 0, a latency, send or receive time that is not a finite number >= 0; send or receive times
/// for another number of nodes; a shared resource without a name or without edges, with an edge that does not exist or
/// is listed twice, or with a time that is not a finite number > 0; a slice of less than a byte.
void validate(const Graph& graph, const std::string& source, const Places& places = {});

/// Throws InputError naming `file` and the first few nodes that no path leads to from `source`.
void require_reachable(const Graph& graph, int source, const std::string& file);

/// The same of nodes from which no path leads to `target`.
void require_reaches(const Graph& graph, int target, const std::string& file);

/// The node called `name`. Throws InputError naming `file`, with a few of the nodes there are.
[[nodiscard]] int source_named(const Graph& graph, std::string_view name, const std::string& file);

}  // namespace causeway::graph
