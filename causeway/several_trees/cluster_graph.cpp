#include "causeway/several_trees/cluster_graph.hpp"

#include "causeway/plan/groups.hpp"
#include "causeway/platform/flows.hpp"
#include "causeway/platform/groups_of_clusters.hpp"

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

/// Nodes, edges, and what enters and leaves each cluster together; what they cost is filled in by the caller.
class Builder {
public:
    Builder(const platform::Platform& platform, const platform::Placement& placement, int root, Bytes slice)
        : platform_(platform), groups_(plan::groups_of(placement, root)) {
        result_.graph.name = platform.name;
        result_.graph.slice = slice;
        for (const plan::ClusterGroup& group : groups_) {
            result_.clusters.push_back(group.cluster);
            result_.graph.nodes.push_back(cluster(result_.graph.num_nodes()).name);
            result_.num_processes.push_back(group.num_processes());
        }
    }

    [[nodiscard]] const platform::Cluster& cluster(int node) const {
        return platform_.clusters[static_cast<std::size_t>(groups_[static_cast<std::size_t>(node)].cluster)];
    }
    [[nodiscard]] int num_hosts(int node) const {
        return static_cast<int>(groups_[static_cast<std::size_t>(node)].hosts.size());
    }

    /// `time_over`, `latency_of`: of a slice on a link between two nodes.
    void join(const std::function<Seconds(const platform::Link&, int, int)>& time_over,
              const std::function<Seconds(const platform::Plogp&)>& latency_of) {
        const auto links = platform::links_between(platform_);
        for (int from = 0; from < result_.graph.num_nodes(); ++from) {
            for (int to = 0; to < result_.graph.num_nodes(); ++to) {
                const platform::Link* link = links(result_.clusters[static_cast<std::size_t>(from)],
                                                   result_.clusters[static_cast<std::size_t>(to)]);
                if (link == nullptr || !link->plogp) {
                    continue;
                }
                if (const Seconds time = time_over(*link, from, to); time > Seconds(0.0)) {
                    result_.graph.edges.push_back({from, to, time, latency_of(*link->plogp)});
                }
            }
        }
    }

    void share_uplinks(Bytes slice) {
        for (int node = 0; node < result_.graph.num_nodes(); ++node) {
            const platform::Cluster& own = cluster(node);
            share(result_.graph, fmt::format("the uplink of {}", own.name), [&](const Edge& edge) {
                const Seconds time = own.uplink_capacity ? slice / *own.uplink_capacity : edge.time;
                return edge.from == node ? time : Seconds(0.0);
            });
            share(result_.graph, fmt::format("the downlink of {}", own.name), [&](const Edge& edge) {
                const Seconds time = own.downlink_capacity ? slice / *own.downlink_capacity : edge.time;
                return edge.to == node ? time : Seconds(0.0);
            });
        }
        for (const platform::GroupOfClusters& group : platform::groups_of_clusters(platform_)) {
            const auto has = [&](int node) { return group.has(result_.clusters[static_cast<std::size_t>(node)]); };
            if (group.uplink_capacity) {
                share(result_.graph, fmt::format("the uplink of {}", group.name), [&](const Edge& edge) {
                    return has(edge.from) && !has(edge.to) ? slice / *group.uplink_capacity : Seconds(0.0);
                });
            }
            if (group.downlink_capacity) {
                share(result_.graph, fmt::format("the downlink of {}", group.name), [&](const Edge& edge) {
                    return !has(edge.from) && has(edge.to) ? slice / *group.downlink_capacity : Seconds(0.0);
                });
            }
        }
    }

    [[nodiscard]] ClusterGraph& result() { return result_; }

private:
    const platform::Platform& platform_;
    std::vector<plan::ClusterGroup> groups_;
    ClusterGraph result_;
};

}  // namespace

ClusterGraph cluster_graph(const platform::Platform& platform, const platform::Placement& placement, int root,
                           Bytes segment) {
    Builder builder(platform, placement, root, segment);
    Graph& graph = builder.result().graph;
    for (int node = 0; node < graph.num_nodes(); ++node) {
        const platform::Cluster& cluster = builder.cluster(node);
        graph.send_time.push_back(cluster.plogp ? cluster.plogp->gap_of(segment) : Seconds(0.0));
    }
    builder.join([&](const platform::Link& link, int from,
                     int to) { return time_over(link, builder.num_hosts(from), builder.num_hosts(to), segment); },
                 [&](const platform::Plogp& plogp) { return plogp.transit_of(segment); });
    builder.share_uplinks(segment);
    for (int node = 0; node < graph.num_nodes(); ++node) {
        if (builder.num_hosts(node) > 1) {
            // Each segment that comes in goes on inside, beside what is sent to other clusters.
            share(graph, fmt::format("the interface of {}'s coordinator", builder.cluster(node).name),
                  [&](const Edge& edge) {
                      return edge.from == node || edge.to == node ? graph.send_time[static_cast<std::size_t>(node)]
                                                                  : Seconds(0.0);
                  });
        }
    }
    return std::move(builder.result());
}

ClusterGraph least_cluster_graph(const platform::Platform& platform, const platform::Placement& placement, int root,
                                 Bytes slice, Bytes data) {
    const double part = static_cast<double>(slice.value()) / static_cast<double>(data.value());
    Builder builder(platform, placement, root, slice);
    Graph& graph = builder.result().graph;
    graph.send_time.assign(graph.nodes.size(), Seconds(0.0));
    builder.join(
        [&](const platform::Link& link, int from, int to) {
            return part * platform::least_time_over(link, builder.num_hosts(from), builder.num_hosts(to), data);
        },
        [](const platform::Plogp& plogp) { return plogp.latency; });
    builder.share_uplinks(slice);
    for (int node = 0; node < graph.num_nodes(); ++node) {
        const platform::Cluster& cluster = builder.cluster(node);
        if (!cluster.plogp) {
            continue;
        }
        // What goes over a link takes an interface as long as a message of a neighbour does, or as long as the link.
        const Seconds inside = part * platform::least_occupation(*cluster.plogp, data);
        const auto of_all_hosts = [&](const Edge& edge) {
            return std::min(inside, edge.time) / static_cast<double>(builder.num_hosts(node));
        };
        share(graph, fmt::format("the interfaces of {}, sending", cluster.name),
              [&](const Edge& edge) { return edge.from == node ? of_all_hosts(edge) : Seconds(0.0); });
        share(graph, fmt::format("the interfaces of {}, receiving", cluster.name),
              [&](const Edge& edge) { return edge.to == node ? of_all_hosts(edge) : Seconds(0.0); });
    }
    return std::move(builder.result());
}

}  // namespace causeway::several_trees
