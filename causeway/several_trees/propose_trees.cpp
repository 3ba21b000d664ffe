#include "causeway/several_trees/propose_trees.hpp"

#include "causeway/graph/resources.hpp"
#include "causeway/several_trees/cluster_graph.hpp"
#include "causeway/steady_state/packing.hpp"
#include "causeway/steady_state/slices.hpp"
#include "causeway/steady_state/throughput_bound.hpp"

#include <array>
#include <utility>

namespace causeway::several_trees {

namespace {

/// What segments of pipelines between clusters come to; rates hardly depend on it.
constexpr Bytes kTypicalSegment{32 << 10};
/// Longer periods keep to the weights more closely, but take longer to begin and to end.
constexpr int kLongestPeriod = 24;  // segments
constexpr std::array kNumbersOfTrees{1, 2, 4, 8};
/// More trees have to carry this much more to be proposed.
constexpr double kLeastGain = 1.01;

planner::ClusterTrees trees_of(const steady_state::Packing& packing, const ClusterGraph& clusters) {
    std::vector<double> weights;
    for (const steady_state::WeightedTree& tree : packing.trees) {
        weights.push_back(tree.weight);
    }
    const std::vector<int> segments = steady_state::slices_per_period(weights, kLongestPeriod);
    planner::ClusterTrees result;
    for (std::size_t t = 0; t < packing.trees.size(); ++t) {
        if (segments[t] == 0) {
            continue;
        }
        plan::ClusterTree tree;
        tree.segments = segments[t];
        for (const int e : packing.trees[t].edges) {
            const graph::Edge& edge = clusters.graph.edges[static_cast<std::size_t>(e)];
            tree.sends.push_back({clusters.clusters[static_cast<std::size_t>(edge.from)],
                                  clusters.clusters[static_cast<std::size_t>(edge.to)]});
        }
        result.push_back(std::move(tree));
    }
    return result;
}

}  // namespace

std::vector<planner::ClusterTrees> propose_trees(const platform::Platform& platform,
                                                 const platform::Placement& placement, int root) {
    const ClusterGraph clusters = cluster_graph(platform, placement, root, kTypicalSegment);
    if (!graph::unreachable_from(clusters.graph, clusters.source).empty()) {
        return {};
    }
    const graph::Resources resources(clusters.graph, graph::PortModel::kMultiPort);
    const steady_state::ThroughputBound bound =
        steady_state::broadcast_bound(clusters.graph, resources, clusters.source);
    std::vector<planner::ClusterTrees> result;
    double best = 0.0;
    for (const int most : kNumbersOfTrees) {
        steady_state::PackingEffort effort;
        effort.most_trees = most;
        const steady_state::Packing packing =
            steady_state::pack(clusters.graph, resources, clusters.source, bound, effort);
        if (packing.throughput > kLeastGain * best) {
            best = packing.throughput;
            result.push_back(trees_of(packing, clusters));
        }
    }
    return result;
}

}  // namespace causeway::several_trees
