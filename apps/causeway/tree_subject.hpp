/// What `causeway tree` is asked about: a graph, from a file of one or from a platform file.
#pragma once

#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/resources.hpp"
#include "causeway/platform/platform.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace causeway::app {

struct TreeSubject {
    graph::Graph graph;
    std::vector<std::string> remarks;
    graph::PortModel port;
    int source;
    std::vector<double> slices;  ///< [node]: its processes
    /// The graph with times of slices of a size; null: they are not known but for its own.
    std::function<graph::Graph(Bytes)> graph_for = nullptr;
    /// What it is the clusters of.
    std::optional<platform::Platform> platform = std::nullopt;
    platform::Placement placement = {};
    std::vector<int> clusters = {};  ///< [node]
};

/// `source`: the name of a node; empty: the first. `port`: empty: the usual one. Throws InputError.
[[nodiscard]] TreeSubject read_tree_subject(const std::string& file, const std::string& source, const std::string& port,
                                            const graph::ReadOptions& options);

}  // namespace causeway::app
