#include "causeway/several_trees/packed_trees.hpp"

#include "causeway/steady_state/sliced_ways.hpp"

namespace causeway::several_trees {

namespace {

/// Longer periods keep to the weights more closely, but take longer to begin and to end.
constexpr int kLongestPeriod = 24;  // segments

}  // namespace

plan::ClusterTree tree_between(const ClusterGraph& clusters, std::span<const int> edges) {
    plan::ClusterTree tree;
    for (const int e : edges) {
        const graph::Edge& edge = clusters.graph.edges[static_cast<std::size_t>(e)];
        tree.sends.push_back({clusters.clusters[static_cast<std::size_t>(edge.from)],
                              clusters.clusters[static_cast<std::size_t>(edge.to)]});
    }
    return tree;
}

planner::ClusterTrees in_periods(const ClusterGraph& clusters, const steady_state::Packing& packing) {
    planner::ClusterTrees result;
    for (const steady_state::SlicedWay& way : steady_state::sliced_trees(packing, kLongestPeriod)) {
        result.push_back(tree_between(clusters, way.edges));
        result.back().segments = way.slices;
    }
    return result;
}

}  // namespace causeway::several_trees
