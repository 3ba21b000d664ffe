#include "causeway/several_trees/cluster_graph.hpp"

#include "causeway/base/matrix.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/platform/flows.hpp"
#include "causeway/platform/groups_of_clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace causeway::several_trees {

namespace {

using graph::Edge;
using graph::Graph;
using graph::SharedResource;

/// Adds a resource that those of `edges` for which `time_of` is not 0 share.
void share(Graph& graph, std::string name, std::span<const int> edges,
           const std::function<Seconds(const Edge&)>& time_of) {
    SharedResource resource{std::move(name), {}};
    for (const int e : edges) {
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

/// [node]: the edges that leave or enter it, ascending.
std::vector<std::vector<int>> edges_at_nodes(const Graph& graph) {
    std::vector<std::vector<int>> result(graph.nodes.size());
    for (int e = 0; e < graph.num_edges(); ++e) {
        const Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        result[static_cast<std::size_t>(edge.from)].push_back(e);
        result[static_cast<std::size_t>(edge.to)].push_back(e);
    }
    return result;
}

/// Nodes, edges, and what enters and leaves each cluster together; what they cost is filled in by the caller.
class Builder {
public:
    Builder(const platform::Platform& platform, const platform::Placement& placement, int root, Bytes slice)
        : platform_(platform), links_(platform::links_between(platform)), groups_(plan::groups_of(placement, root)) {
        result_.graph.name = platform.name;
        result_.graph.slice = slice;
        for (const plan::ClusterGroup& group : groups_) {
            result_.clusters.push_back(group.cluster);
            result_.graph.nodes.push_back(cluster(result_.graph.num_nodes()).name);
            result_.num_processes.push_back(group.num_processes());
        }
    }

    /// Of the edges into each node those that take a slice least time, of equal ones the nearest, and those by which
    /// the root reaches all over the fewest links; of all of these the edge back, too.
    void keep_nearest(std::size_t most_in) {
        Graph& graph = result_.graph;
        const std::vector<std::vector<int>> ways_in = graph::edges_in(graph);
        const std::vector<std::optional<int>> back = graph::edges_back(graph);
        std::vector<bool> is_kept(graph.edges.size(), false);
        const auto keep = [&](int e) {
            is_kept[static_cast<std::size_t>(e)] = true;
            if (const std::optional<int> other = back[static_cast<std::size_t>(e)]) {
                is_kept[static_cast<std::size_t>(*other)] = true;
            }
        };
        for (std::vector<int> edges : ways_in) {
            const auto order = [&](int e) {
                const Edge& edge = graph.edges[static_cast<std::size_t>(e)];
                return std::tuple(edge.time, edge.latency, e);
            };
            const auto end = edges.begin() + static_cast<std::ptrdiff_t>(std::min(most_in, edges.size()));
            std::partial_sort(edges.begin(), end, edges.end(), [&](int a, int b) { return order(a) < order(b); });
            std::for_each(edges.begin(), end, keep);
        }
        const std::vector<std::vector<int>> ways_out = graph::edges_out(graph);
        std::vector<bool> is_reached(graph.nodes.size(), false);
        std::vector<int> reached{result_.source};
        is_reached[static_cast<std::size_t>(result_.source)] = true;
        for (std::size_t i = 0; i < reached.size(); ++i) {
            for (const int e : ways_out[static_cast<std::size_t>(reached[i])]) {
                const int to = graph.edges[static_cast<std::size_t>(e)].to;
                if (!is_reached[static_cast<std::size_t>(to)]) {
                    is_reached[static_cast<std::size_t>(to)] = true;
                    reached.push_back(to);
                    keep(e);
                }
            }
        }
        std::vector<Edge> kept;
        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            if (is_kept[e]) {
                kept.push_back(graph.edges[e]);
            }
        }
        graph.edges = std::move(kept);
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
        for (int from = 0; from < result_.graph.num_nodes(); ++from) {
            for (int to = 0; to < result_.graph.num_nodes(); ++to) {
                const platform::Link* link = link_between(from, to);
                if (link != nullptr && link->plogp) {
                    const Seconds time = std::max(time_over(*link, from, to), kLeastTime);
                    result_.graph.edges.push_back({from, to, time, latency_of(*link->plogp)});
                }
            }
        }
    }

    void share_uplinks(Bytes slice) {
        const std::vector<std::vector<int>> out = graph::edges_out(result_.graph);
        const std::vector<std::vector<int>> in = graph::edges_in(result_.graph);
        for (int node = 0; node < result_.graph.num_nodes(); ++node) {
            const platform::Cluster& own = cluster(node);
            const auto time_at = [&](const std::optional<BytesPerSecond>& capacity, const Edge& edge) {
                return capacity ? slice / *capacity
                                : platform::time_at_border(*link_between(edge.from, edge.to), slice, edge.time);
            };
            share(result_.graph, fmt::format("the uplink of {}", own.name), out[static_cast<std::size_t>(node)],
                  [&](const Edge& edge) { return time_at(own.uplink_capacity, edge); });
            share(result_.graph, fmt::format("the downlink of {}", own.name), in[static_cast<std::size_t>(node)],
                  [&](const Edge& edge) { return time_at(own.downlink_capacity, edge); });
        }
        for (const platform::GroupOfClusters& group : platform::groups_of_clusters(platform_)) {
            const auto has = [&](int node) { return group.has(result_.clusters[static_cast<std::size_t>(node)]); };
            if (group.uplink_capacity) {
                share(result_.graph, fmt::format("the uplink of {}", group.name), of_all(group, out),
                      [&](const Edge& edge) { return has(edge.to) ? Seconds(0.0) : slice / *group.uplink_capacity; });
            }
            if (group.downlink_capacity) {
                share(
                    result_.graph, fmt::format("the downlink of {}", group.name), of_all(group, in),
                    [&](const Edge& edge) { return has(edge.from) ? Seconds(0.0) : slice / *group.downlink_capacity; });
            }
        }
    }

    [[nodiscard]] ClusterGraph& result() { return result_; }

private:
    /// Of a slice on an edge, which takes some: what has no gap in a platform file is that fast.
    static constexpr Seconds kLeastTime{1e-12};

    [[nodiscard]] const platform::Link* link_between(int from, int to) const {
        return links_(result_.clusters[static_cast<std::size_t>(from)], result_.clusters[static_cast<std::size_t>(to)]);
    }

    /// The edges at the nodes of a group, ascending.
    [[nodiscard]] std::vector<int> of_all(const platform::GroupOfClusters& group,
                                          const std::vector<std::vector<int>>& edges_of_nodes) const {
        std::vector<int> result;
        for (std::size_t node = 0; node < edges_of_nodes.size(); ++node) {
            if (group.has(result_.clusters[node])) {
                result.insert(result.end(), edges_of_nodes[node].begin(), edges_of_nodes[node].end());
            }
        }
        std::sort(result.begin(), result.end());
        return result;
    }

    const platform::Platform& platform_;
    base::SquareMatrix<const platform::Link*> links_;
    std::vector<plan::ClusterGroup> groups_;
    ClusterGraph result_;
};

}  // namespace

ClusterGraph cluster_graph(const platform::Platform& platform, const platform::Placement& placement, int root,
                           Bytes segment, std::optional<std::size_t> most_ways_in) {
    Builder builder(platform, placement, root, segment);
    Graph& graph = builder.result().graph;
    for (int node = 0; node < graph.num_nodes(); ++node) {
        const platform::Cluster& cluster = builder.cluster(node);
        graph.send_time.push_back(cluster.plogp ? cluster.plogp->gap_of(segment) : Seconds(0.0));
    }
    builder.join([&](const platform::Link& link, int from,
                     int to) { return time_over(link, builder.num_hosts(from), builder.num_hosts(to), segment); },
                 [&](const platform::Plogp& plogp) { return plogp.transit_of(segment); });
    if (most_ways_in) {
        builder.keep_nearest(*most_ways_in);
    }
    builder.share_uplinks(segment);
    const std::vector<std::vector<int>> touching = edges_at_nodes(graph);
    for (int node = 0; node < graph.num_nodes(); ++node) {
        if (builder.num_hosts(node) > 1) {
            // Each segment that comes in goes on inside, beside what is sent to other clusters.
            share(graph, fmt::format("the interface of {}'s coordinator", builder.cluster(node).name),
                  touching[static_cast<std::size_t>(node)],
                  [&](const Edge&) { return graph.send_time[static_cast<std::size_t>(node)]; });
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
    std::vector<Seconds> of_one_flow;  // [edge]
    builder.join(
        [&](const platform::Link& link, int from, int to) {
            return part * platform::least_time_over(link, builder.num_hosts(from), builder.num_hosts(to), data);
        },
        [&](const platform::Plogp& plogp) {
            of_one_flow.push_back(part * platform::least_occupation(plogp, data));
            return plogp.latency;
        });
    builder.share_uplinks(slice);
    const std::vector<std::vector<int>> out = graph::edges_out(graph);
    const std::vector<std::vector<int>> in = graph::edges_in(graph);
    for (int node = 0; node < graph.num_nodes(); ++node) {
        const platform::Cluster& cluster = builder.cluster(node);
        if (!cluster.plogp) {
            continue;
        }
        // What goes over a link takes an interface as long as a message of a neighbour does, or as long as a flow.
        const Seconds inside = part * platform::least_occupation(*cluster.plogp, data);
        const auto number = static_cast<std::size_t>(node);
        const auto of_all_hosts = [&](const Edge& edge) {
            const auto number_of_edge = static_cast<std::size_t>(&edge - graph.edges.data());
            return std::min(inside, of_one_flow[number_of_edge]) / static_cast<double>(builder.num_hosts(node));
        };
        share(graph, fmt::format("the interfaces of {}, sending", cluster.name), out[number], of_all_hosts);
        share(graph, fmt::format("the interfaces of {}, receiving", cluster.name), in[number], of_all_hosts);
    }
    return std::move(builder.result());
}

}  // namespace causeway::several_trees
