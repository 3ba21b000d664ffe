#include "causeway/graph/validate.hpp"

#include "causeway/base/error.hpp"
#include "causeway/graph/node_names.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace causeway::graph {

namespace {

constexpr std::string_view kPositiveSeconds = "a finite number of seconds > 0";
constexpr std::string_view kSeconds = "a finite number of seconds >= 0";

/// One pass over a graph, part by part.
class Validation {
public:
    Validation(const Graph& graph, const std::string& source, const Places& places)
        : graph_(graph), source_(source), places_(places) {}

    void nodes() const {
        if (graph_.nodes.empty()) {
            refuse("nodes", "a graph without nodes", "at least one node");
        }
        std::unordered_map<std::string_view, std::size_t> first;
        for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
            const std::string& name = graph_.nodes[node];
            if (name.empty()) {
                refuse(node_place(node), "a node without a name", "a name for each node");
            }
            const auto [earlier, is_new] = first.emplace(name, node);
            if (!is_new) {
                refuse(node_place(node),
                       fmt::format("the node '{}' a second time, after {}", name, node_place(earlier->second)),
                       "a name of its own for each node");
            }
        }
    }

    void edges() const {
        std::unordered_map<std::int64_t, std::size_t> first;
        for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
            const Edge& edge = graph_.edges[e];
            const std::string place = edge_place(e);
            for (const int node : {edge.from, edge.to}) {
                if (node < 0 || node >= graph_.num_nodes()) {
                    refuse(place, fmt::format("an edge at node number {}", node),
                           fmt::format("nodes 0 to {}", graph_.num_nodes() - 1));
                }
            }
            if (edge.from == edge.to) {
                refuse(place, fmt::format("an edge from '{}' to itself", name_of(edge.from)),
                       "edges between different nodes");
            }
            const std::int64_t key = static_cast<std::int64_t>(edge.from) * graph_.num_nodes() + edge.to;
            const auto [earlier, is_new] = first.emplace(key, e);
            if (!is_new) {
                refuse(place,
                       fmt::format("the edge from '{}' to '{}' a second time, after {}", name_of(edge.from),
                                   name_of(edge.to), edge_place(earlier->second)),
                       "each edge once");
            }
            require_positive(edge.time, place, "time");
            require_not_negative(edge.latency, place, "latency");
        }
    }

    void node_times() const {
        of_nodes("send_time", "send time", graph_.send_time);
        of_nodes("receive_time", "receive time", graph_.receive_time);
    }

    void shared_resources() const {
        for (std::size_t s = 0; s < graph_.shared.size(); ++s) {
            const SharedResource& resource = graph_.shared[s];
            const std::string resource_place = fmt::format("shared[{}]", s);
            if (resource.name.empty()) {
                refuse(resource_place, "a shared resource without a name", "a name, as \"the uplink of site b\"");
            }
            if (resource.shares.empty()) {
                refuse(resource_place, fmt::format("no edges that share '{}'", resource.name), "at least one edge");
            }
            std::unordered_set<int> listed;
            for (std::size_t i = 0; i < resource.shares.size(); ++i) {
                const Share& share = resource.shares[i];
                const std::string place = fmt::format("{}.edges[{}]", resource_place, i);
                if (share.edge < 0 || share.edge >= graph_.num_edges()) {
                    refuse(place, fmt::format("edge number {}", share.edge), "an edge of the graph");
                }
                if (!listed.insert(share.edge).second) {
                    const Edge& edge = graph_.edges[static_cast<std::size_t>(share.edge)];
                    refuse(
                        place,
                        fmt::format("the edge from '{}' to '{}' a second time", name_of(edge.from), name_of(edge.to)),
                        "each edge once");
                }
                require_positive(share.time, place, "time");
            }
        }
    }

    void slice() const {
        if (graph_.slice && *graph_.slice < Bytes(1)) {
            refuse("slice_bytes", fmt::format("{}", graph_.slice->value()), "a number of bytes >= 1");
        }
    }

private:
    [[noreturn]] void refuse(std::string place, std::string found, std::string_view accepted) const {
        throw base::InputError({.source = source_,
                                .place = std::move(place),
                                .found = std::move(found),
                                .accepted = std::string(accepted)});
    }

    void of_nodes(std::string_view key, std::string_view what, const std::vector<Seconds>& times) const {
        if (!times.empty() && times.size() != graph_.nodes.size()) {
            refuse(std::string(key), fmt::format("{} {}s", times.size(), what),
                   fmt::format("one for each of the {} nodes, or none at all", graph_.nodes.size()));
        }
        for (std::size_t node = 0; node < times.size(); ++node) {
            require_not_negative(times[node], fmt::format("{}[{}]", key, node), what);
        }
    }

    void require_positive(Seconds time, const std::string& place, std::string_view what) const {
        if (!std::isfinite(time.value()) || !(time > Seconds(0.0))) {
            refuse(place, fmt::format("a {} of {} seconds", what, time.value()), kPositiveSeconds);
        }
    }

    void require_not_negative(Seconds time, const std::string& place, std::string_view what) const {
        if (!std::isfinite(time.value()) || !(time >= Seconds(0.0))) {
            refuse(place, fmt::format("a {} of {} seconds", what, time.value()), kSeconds);
        }
    }

    [[nodiscard]] const std::string& name_of(int node) const { return graph_.nodes[static_cast<std::size_t>(node)]; }

    [[nodiscard]] std::string node_place(std::size_t node) const {
        return node < places_.nodes.size() ? places_.nodes[node] : fmt::format("nodes[{}]", node);
    }

    [[nodiscard]] std::string edge_place(std::size_t edge) const {
        return edge < places_.edges.size() ? places_.edges[edge] : fmt::format("edges[{}]", edge);
    }

    const Graph& graph_;
    const std::string& source_;
    const Places& places_;
};

std::vector<std::string> names_of(const Graph& graph, const std::vector<int>& nodes) {
    std::vector<std::string> names;
    for (const int node : nodes) {
        names.push_back(graph.nodes[static_cast<std::size_t>(node)]);
    }
    return names;
}

}  // namespace

void validate(const Graph& graph, const std::string& source, const Places& places) {
    const Validation validation(graph, source, places);
    validation.nodes();
    validation.edges();
    validation.node_times();
    validation.shared_resources();
    validation.slice();
}

void require_reachable(const Graph& graph, int source, const std::string& file) {
    const std::string& from = graph.nodes[static_cast<std::size_t>(source)];
    if (const std::vector<std::string> names = names_of(graph, unreachable_from(graph, source)); !names.empty()) {
        throw base::InputError({.source = file,
                                .place = {},
                                .found = fmt::format("no path from '{}' to {}", from, few_of(names)),
                                .accepted = fmt::format("a graph whose nodes can all be reached from '{}'", from)});
    }
}

void require_reaches(const Graph& graph, int target, const std::string& file) {
    const std::string& to = graph.nodes[static_cast<std::size_t>(target)];
    if (const std::vector<std::string> names = names_of(graph, unreachable_from(reversed(graph), target));
        !names.empty()) {
        throw base::InputError({.source = file,
                                .place = {},
                                .found = fmt::format("no path from {} to '{}'", few_of(names), to),
                                .accepted = fmt::format("a graph whose nodes all reach '{}'", to)});
    }
}

int source_named(const Graph& graph, std::string_view name, const std::string& file) {
    return NodeNames(graph.nodes).at(name, file, {});
}

}  // namespace causeway::graph
