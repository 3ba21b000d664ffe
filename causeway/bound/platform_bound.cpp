#include "causeway/bound/platform_bound.hpp"

#include "causeway/base/text.hpp"
#include "causeway/several_trees/cluster_graph.hpp"

#include <fmt/format.h>

#include <utility>

namespace causeway::bound {

namespace {

using scheme::Operation;

/// All links of more clusters are too many for the linear program.
constexpr int kMostClusters = 128;

/// Of the whole message, over the clusters of a placement.
std::optional<WaysBound> over_all_ways(Operation operation, const platform::Platform& platform,
                                       const platform::Placement& placement, int root, Bytes message) {
    if (message.value() == 0) {
        return std::nullopt;
    }
    if (platform.num_clusters() > kMostClusters) {
        return std::nullopt;
    }
    // The longest piece there can be: all that all have, for all.
    const auto most = [&](bool is_for_each) { return is_for_each ? placement.num_processes() : 1; };
    const Bytes all =
        std::int64_t{most(scheme::has_owned_blocks(operation))} * most(operation == Operation::kAlltoall) * message;
    const several_trees::ClusterGraph clusters =
        several_trees::least_cluster_graph(platform, placement, root, message, all);
    const graph::Graph& graph = clusters.graph;
    const bool is_routed = scheme::has_owned_blocks(operation);
    if (graph.num_nodes() == 1 || !graph::is_joined(graph) || (is_routed && graph.num_nodes() > kMostRoutedClusters)) {
        return std::nullopt;
    }
    const graph::Resources resources(graph, graph::PortModel::kMultiPort);
    const GraphBound found = bound_on_graph(operation, graph, resources, clusters.source, clusters.num_processes);
    WaysBound result;
    result.time = found.of(1.0);
    result.gap = found.gap;
    for (std::size_t r = 0; r < found.prices.size(); ++r) {
        constexpr double kNegligible = 1e-12;
        if (found.prices[r] > kNegligible) {
            result.prices[resources[static_cast<int>(r)].name] += found.prices[r];
        }
    }
    result.reason = fmt::format("{} ({}) and {} of latency", found.binding, base::to_text(found.time),
                                base::to_text(result.time - found.time));
    return result;
}

}  // namespace

PlatformBound bound_on_platform(Operation operation, const platform::Platform& platform,
                                const platform::Placement& placement, int root, Bytes message) {
    if (operation == Operation::kScan) {
        PlatformBound result;
        for (const auto& [part, its_root] : planner::parts_of_scan(placement.num_processes())) {
            PlatformBound of_part = bound_on_platform(part, platform, placement, its_root, message);
            if (of_part.time.time >= result.time.time) {
                result = std::move(of_part);
            }
        }
        return result;
    }
    PlatformBound result{.time = planner::bound_of(operation, platform, placement, root, message),
                         .ways = over_all_ways(operation, platform, placement, root, message)};
    if (result.ways && result.ways->time > result.time.time) {
        result.time = {result.ways->time, result.ways->reason};
    }
    return result;
}

}  // namespace causeway::bound
