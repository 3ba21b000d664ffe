#include "causeway/several_trees/cluster_network.hpp"

#include "causeway/graph/distances.hpp"
#include "causeway/several_trees/packed_trees.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace causeway::several_trees {

namespace {

/// So many clusters are looked at with all their links, more with so many into each: linear programs of hundreds of
/// thousands of links take minutes.
constexpr int kAllJoined = 64;
constexpr std::size_t kWaysIn = 12;

std::optional<std::size_t> most_ways_in(const platform::Platform& platform) {
    return platform.num_clusters() > kAllJoined ? std::optional(kWaysIn) : std::nullopt;
}

/// By latencies alone, from the tree's root to the last cluster.
Seconds reach_of(const plan::ClusterTree& tree, const std::map<std::pair<int, int>, Seconds>& latencies) {
    std::map<int, Seconds> reached;  // [cluster]
    Seconds last;
    for (const plan::ClusterSend& send : tree.sends) {
        const Seconds time = reached[send.from] + latencies.at({send.from, send.to});
        reached[send.to] = time;
        last = std::max(last, time);
    }
    return last;
}

}  // namespace

ClusterNetwork::ClusterNetwork(ClusterGraph graph)
    : clusters(std::move(graph)), resources(clusters.graph, graph::PortModel::kMultiPort) {}

ClusterNetwork::ClusterNetwork(const platform::Platform& platform, const platform::Placement& placement, int root)
    : ClusterNetwork(cluster_graph(platform, placement, root, kTypicalSegment, most_ways_in(platform))) {}

bool ClusterNetwork::is_joined_for(scheme::Operation operation) const {
    return scheme::is_rooted(operation) ? graph::unreachable_from(clusters.graph, clusters.source).empty()
           : operation == scheme::Operation::kAllreduce ? graph::is_joined_both_ways(clusters.graph)
                                                        : graph::is_joined(clusters.graph);
}

std::optional<ClusterNetwork> ClusterNetwork::without_detours(scheme::Operation operation, double times) const {
    const graph::Distances distances(clusters.graph);
    Seconds farthest;
    for (int node = 0; node < clusters.graph.num_nodes(); ++node) {
        farthest = std::max(farthest, distances.between(clusters.source, node));
    }
    const bool is_rooted = scheme::is_rooted(operation);
    std::vector<bool> is_kept;
    for (const graph::Edge& edge : clusters.graph.edges) {
        is_kept.push_back(is_rooted ? distances.between(clusters.source, edge.from) + edge.latency <= times * farthest
                                    : edge.latency <= times * distances.between(edge.from, edge.to));
    }
    if (std::find(is_kept.begin(), is_kept.end(), false) == is_kept.end()) {
        return std::nullopt;
    }
    ClusterGraph nearer = clusters;
    nearer.graph = graph::with_edges(std::move(nearer.graph), is_kept);
    ClusterNetwork result(std::move(nearer));
    return result.is_joined_for(operation) ? std::optional(std::move(result)) : std::nullopt;
}

plan::ClusterTree ClusterNetwork::tree_of(std::span<const int> edges) const {
    return tree_between(clusters, edges);
}

planner::TreeProposal ClusterNetwork::proposal(planner::ClusterTrees trees, Seconds segment) const {
    std::map<std::pair<int, int>, Seconds> latencies;
    for (const graph::Edge& edge : clusters.graph.edges) {
        latencies[{clusters.clusters[static_cast<std::size_t>(edge.from)],
                   clusters.clusters[static_cast<std::size_t>(edge.to)]}] = edge.latency;
    }
    planner::TreeProposal result{
        std::move(trees), SecondsPerByte(segment.value() / static_cast<double>(kTypicalSegment.value())), {}};
    for (const plan::ClusterTree& tree : result.trees) {
        result.reach = std::max(result.reach, reach_of(tree, latencies));
    }
    return result;
}

}  // namespace causeway::several_trees
