#include "tree_subject.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/graph/validate.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/several_trees/cluster_graph.hpp"

#include <fmt/format.h>

#include <utility>

namespace causeway::app {

namespace {

/// The clusters of a platform file, as pipelines of segments see them.
TreeSubject clusters_of(const platform::Platform& platform, const std::string& file, const std::string& source_name,
                        const std::string& port, const graph::ReadOptions& options) {
    const Bytes slice = options.slice.value_or(several_trees::kTypicalSegment);
    const platform::Placement placement = platform::full_placement(platform);
    several_trees::ClusterGraph clusters = several_trees::cluster_graph(platform, placement, 0, slice);
    const int source = source_name.empty() ? 0 : graph::source_named(clusters.graph, source_name, file);
    if (!port.empty() && port != graph::name_of(graph::PortModel::kMultiPort)) {
        throw base::InputError({.source = "--port",
                                .place = {},
                                .found = fmt::format("'{}' for a platform file", port),
                                .accepted = "multi: what clusters and links share is known there"});
    }
    const auto graph_for = [platform, placement](Bytes size) {
        return several_trees::cluster_graph(platform, placement, 0, size).graph;
    };
    return {.graph = std::move(clusters.graph),
            .remarks = {},
            .port = graph::PortModel::kMultiPort,
            .source = source,
            .slices = std::move(clusters.num_processes),
            .graph_for = graph_for,
            .platform = platform,
            .placement = placement,
            .clusters = std::move(clusters.clusters)};
}

}  // namespace

TreeSubject read_tree_subject(const std::string& file, const std::string& source_name, const std::string& port,
                              const graph::ReadOptions& options) {
    const std::string text = base::read_file(file);
    if (platform::is_platform_text(text)) {
        return clusters_of(platform::parse_platform(text, file), file, source_name, port, options);
    }
    graph::ReadGraph read = graph::parse_graph(text, file, options);
    const int source = source_name.empty() ? 0 : graph::source_named(read.graph, source_name, file);
    std::vector<double> slices(read.graph.nodes.size(), 1.0);
    TreeSubject subject{.graph = std::move(read.graph),
                        .remarks = std::move(read.remarks),
                        .port = graph::port_model_named(port.empty() ? "one" : port, "--port"),
                        .source = source,
                        .slices = std::move(slices)};
    if (read.is_for_any_slice) {
        subject.graph_for = [text, file, bandwidth = options.bandwidth](Bytes size) {
            return graph::parse_graph(text, file, {.slice = size, .bandwidth = bandwidth}).graph;
        };
    }
    return subject;
}

}  // namespace causeway::app
