/// Platform graphs: which nodes can send to which, and what a slice of a long message costs on the way.
///
/// The platform digraph of Beaumont, Marchal and Robert (2005): nodes are processors or the coordinators of clusters,
/// edges are directed. Messages are cut into slices of one size; all times are per slice. Indices of nodes and edges
/// are positions in the vectors below.
#pragma once

#include "causeway/base/units.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::graph {

struct Edge {
    int from = 0;
    int to = 0;
    Seconds time;  ///< T_uv: how long one slice keeps the ports at both ends; > 0
    /// From the end of T_uv to the arrival of the slice; keeps nothing busy. 0 in the source's model.
    Seconds latency;

    friend bool operator==(const Edge&, const Edge&) = default;
};

/// What a slice on an edge takes of a resource.
struct Share {
    int edge = 0;
    Seconds time;  ///< > 0

    friend bool operator==(const Share&, const Share&) = default;
};

/// Something that carries the slices of several edges one after another: the uplink of a site, a trunk.
struct SharedResource {
    std::string name;  ///< in a sentence: "the uplink of site b"
    std::vector<Share> shares;

    friend bool operator==(const SharedResource&, const SharedResource&) = default;
};

/// At most one edge from a node to another, none from a node to itself.
struct Graph {
    std::string name;
    std::vector<std::string> nodes;  ///< names, all different
    std::vector<Edge> edges;
    /// send_u, [node]: how long a node is busy with sending one slice, whatever the edge (multi-port model); empty:
    /// not known.
    std::vector<Seconds> send_time;
    /// recv_u, [node]: how long it is busy with taking one slice in, whatever the edge (model of send, link and receive
    /// times); empty: not known.
    std::vector<Seconds> receive_time = {};
    std::vector<SharedResource> shared;
    /// Size of a slice, where edges were given with bandwidths.
    std::optional<Bytes> slice;

    [[nodiscard]] int num_nodes() const { return static_cast<int>(nodes.size()); }
    [[nodiscard]] int num_edges() const { return static_cast<int>(edges.size()); }
    [[nodiscard]] std::optional<int> find_node(std::string_view name) const;

    friend bool operator==(const Graph&, const Graph&) = default;
};

/// [node] -> indices of the edges that leave it, ascending.
[[nodiscard]] std::vector<std::vector<int>> edges_out(const Graph& graph);

/// [node] -> indices of the edges that enter it, ascending.
[[nodiscard]] std::vector<std::vector<int>> edges_in(const Graph& graph);

/// [edge]: the one that leads back, if there is one.
[[nodiscard]] std::vector<std::optional<int>> edges_back(const Graph& graph);

/// Every edge leads the other way; indices of edges and what they share stay.
[[nodiscard]] Graph reversed(Graph graph);

/// With these edges alone, [edge], and what they share.
[[nodiscard]] Graph with_edges(Graph graph, const std::vector<bool>& is_kept);

/// The nodes that no path leads to from `source`, ascending.
[[nodiscard]] std::vector<int> unreachable_from(const Graph& graph, int source);

/// Whether every node reaches every other one.
[[nodiscard]] bool is_joined(const Graph& graph);

/// Whether it is by edges that have one back.
[[nodiscard]] bool is_joined_both_ways(const Graph& graph);

}  // namespace causeway::graph
