#include "causeway/several_trees/cluster_graph.hpp"

#include "causeway/plan/groups.hpp"
#include "causeway/platform/flows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace causeway::several_trees {

namespace {

using graph::Edge;
using graph::Graph;
using graph::SharedResource;

/// Adds a resource that the edges for which `time_of` is not 0 share.
void share(Graph& graph, std::string name, const std::function<Seconds(const Edge&)>& time_of) {
    SharedResource resource{std::move(name), {}};
    for (int e = 0; e < graph.num_edges(); ++e) {
        const Seconds time = time_of(graph.edges[static_cast<std::size_t>(e)]);
        if (time > Seconds(0.0)) {
            resource.shares.push_back({e, time});
        }
    }
    if (!resource.shares.empty()) {
        graph.shared.push_back(std::move(resource));
    }
}

/// What a segment takes of a link: its gap; less where several flows between its hosts carry more than one does.
Seconds time_over(const platform::Link& link, int senders, int receivers, Bytes segment) {
    const Seconds gap = link.plogp->gap_of(segment);
    const BytesPerSecond one_flow(static_cast<double>(segment.value()) / gap.value());
    const int flows = platform::flows_that_fill(link, one_flow, senders, receivers);
    return flows > 1 ? std::max(gap / static_cast<double>(flows), segment / *link.shared_capacity) : gap;
}

}  // namespace

ClusterGraph cluster_graph(const platform::Platform& platform, const platform::Placement& placement, int root,
                           Bytes segment) {
    const std::vector<plan::ClusterGroup> groups = plan::groups_of(placement, root);
    const auto cluster_of = [&](int node) -> const platform::Cluster& {
        return platform.clusters[static_cast<std::size_t>(groups[static_cast<std::size_t>(node)].cluster)];
    };
    const auto num_hosts = [&](int node) {
        return static_cast<int>(groups[static_cast<std::size_t>(node)].hosts.size());
    };
    ClusterGraph result;
    Graph& graph = result.graph;
    graph.name = platform.name;
    graph.slice = segment;
    for (const plan::ClusterGroup& group : groups) {
        const platform::Cluster& cluster = cluster_of(graph.num_nodes());
        result.clusters.push_back(group.cluster);
        graph.nodes.push_back(cluster.name);
        graph.send_time.push_back(cluster.plogp ? cluster.plogp->gap_of(segment) : Seconds(0.0));
    }
    for (int from = 0; from < graph.num_nodes(); ++from) {
        for (int to = 0; to < graph.num_nodes(); ++to) {
            const platform::Link* link = from == to
                                             ? nullptr
                                             : platform.find_link(result.clusters[static_cast<std::size_t>(from)],
                                                                  result.clusters[static_cast<std::size_t>(to)]);
            if (link != nullptr && link->plogp && link->plogp->gap_of(segment) > Seconds(0.0)) {
                graph.edges.push_back({from, to, time_over(*link, num_hosts(from), num_hosts(to), segment),
                                       link->plogp->transit_of(segment)});
            }
        }
    }
    for (int node = 0; node < graph.num_nodes(); ++node) {
        const platform::Cluster& cluster = cluster_of(node);
        share(graph, fmt::format("the uplink of {}", cluster.name), [&](const Edge& edge) {
            const Seconds time = cluster.uplink_capacity ? segment / *cluster.uplink_capacity : edge.time;
            return edge.from == node ? time : Seconds(0.0);
        });
        share(graph, fmt::format("the downlink of {}", cluster.name), [&](const Edge& edge) {
            const Seconds time = cluster.downlink_capacity ? segment / *cluster.downlink_capacity : edge.time;
            return edge.to == node ? time : Seconds(0.0);
        });
        if (groups[static_cast<std::size_t>(node)].hosts.size() > 1) {
            // Each segment that comes in goes on inside, beside what is sent to other clusters.
            share(graph, fmt::format("the interface of {}'s coordinator", cluster.name), [&](const Edge& edge) {
                return edge.from == node || edge.to == node ? graph.send_time[static_cast<std::size_t>(node)]
                                                            : Seconds(0.0);
            });
        }
    }
    return result;
}

}  // namespace causeway::several_trees
