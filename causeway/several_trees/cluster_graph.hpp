/// A discovered platform as a graph for broadcast trees: clusters are nodes, links are edges, and what they share.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/graph/graph.hpp"
#include "causeway/platform/platform.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace causeway::several_trees {

/// The graph and whose cluster each node is.
struct ClusterGraph {
    graph::Graph graph;
    std::vector<int> clusters;          ///< [node]: index of a cluster of the platform
    std::vector<double> num_processes;  ///< [node]: of the placement, on the cluster
    int source = 0;                     ///< node of the root's cluster
};

/// What segments of pipelines between clusters come to; rates hardly depend on it.
inline constexpr Bytes kTypicalSegment{32 << 10};

/// The clusters of a placement as seen by segments of the given size on their way from the rank `root`; to be read with
/// the multi-port model. An edge takes the link's gap,
/// less where several flows between its hosts carry more than one does. A node's send time is what a segment takes of
/// its coordinator's interface; the interface also feeds the hosts of its own cluster. What leaves and enters a cluster
/// shares its uplink and downlink: of the measured capacity; one transfer at a time where that is not known. So does
/// what leaves and enters a group of clusters, where its capacity is known. `most_ways_in`: of the links into a cluster
/// only about so many take part, the fastest and nearest, so that hundreds of clusters have thousands of edges and not
/// a hundred thousand; what the root reaches in the whole graph it reaches there.
[[nodiscard]] ClusterGraph cluster_graph(const platform::Platform& platform, const platform::Placement& placement,
                                         int root, Bytes segment,
                                         std::optional<std::size_t> most_ways_in = std::nullopt);

/// The same as nothing can go below: a slice costs its part of `data` bytes in whatever pieces take least, over as many
/// flows and through as many hosts as there are.
[[nodiscard]] ClusterGraph least_cluster_graph(const platform::Platform& platform, const platform::Placement& placement,
                                               int root, Bytes slice, Bytes data);

}  // namespace causeway::several_trees
