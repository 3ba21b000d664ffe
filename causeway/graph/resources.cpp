#include "causeway/graph/resources.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace causeway::graph {

namespace {

constexpr std::array kPortModels{PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort};

/// The edges of a list with what `time_of` gives for each.
template <typename TimeOf>
std::vector<Share> shares_of(const std::vector<int>& edges, const TimeOf& time_of) {
    std::vector<Share> result;
    result.reserve(edges.size());
    for (const int edge : edges) {
        result.push_back({edge, time_of(edge)});
    }
    return result;
}

}  // namespace

std::string_view name_of(PortModel model) {
    switch (model) {
        case PortModel::kOnePort:
            return "one";
        case PortModel::kOnePortUnidirectional:
            return "one-unidirectional";
        case PortModel::kMultiPort:
            return "multi";
    }
    return "unknown";
}

PortModel port_model_named(std::string_view name, std::string_view source) {
    std::vector<std::string> names;
    for (const PortModel model : kPortModels) {
        if (name == name_of(model)) {
            return model;
        }
        names.emplace_back(name_of(model));
    }
    throw base::InputError({.source = std::string(source),
                            .place = {},
                            .found = fmt::format("the unknown port model '{}'", name),
                            .accepted = base::joined(names)});
}

Resources::Resources(const Graph& graph, PortModel model) : of_edge_(graph.edges.size()) {
    const std::vector<std::vector<int>> out = edges_out(graph);
    const std::vector<std::vector<int>> in = edges_in(graph);
    const auto edge_time = [&](int edge) { return graph.edges[static_cast<std::size_t>(edge)].time; };
    const std::vector<Seconds> send_time = graph.send_time.empty() ? usual_send_times(graph) : graph.send_time;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        const std::string& name = graph.nodes[node];
        switch (model) {
            case PortModel::kOnePort:
                add({fmt::format("the outgoing port of {}", name), shares_of(out[node], edge_time)});
                add({fmt::format("the incoming port of {}", name), shares_of(in[node], edge_time)});
                break;
            case PortModel::kOnePortUnidirectional: {
                std::vector<int> both = out[node];
                both.insert(both.end(), in[node].begin(), in[node].end());
                add({fmt::format("the port of {}", name), shares_of(both, edge_time)});
                break;
            }
            case PortModel::kMultiPort:
                add({fmt::format("the sends of {}", name), shares_of(out[node], [&](int) { return send_time[node]; })});
                break;
        }
    }
    if (model == PortModel::kMultiPort) {
        for (int e = 0; e < graph.num_edges(); ++e) {
            const Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            add({fmt::format("the link from {} to {}", graph.nodes[static_cast<std::size_t>(edge.from)],
                             graph.nodes[static_cast<std::size_t>(edge.to)]),
                 {{e, edge.time}}});
        }
    }
    for (const SharedResource& shared : graph.shared) {
        add({shared.name, shared.shares});
    }
}

void Resources::add(Resource resource) {
    if (resource.shares.empty()) {
        return;
    }
    for (const Share& share : resource.shares) {
        of_edge_[static_cast<std::size_t>(share.edge)].push_back({size(), share.time});
    }
    resources_.push_back(std::move(resource));
}

std::vector<Seconds> Resources::load(std::span<const int> edges) const {
    std::vector<Seconds> result(resources_.size());
    for (const int edge : edges) {
        for (const Use& use : of_edge(edge)) {
            result[static_cast<std::size_t>(use.resource)] += use.time;
        }
    }
    return result;
}

Seconds Resources::period(std::span<const int> edges) const {
    const std::vector<Seconds> loads = load(edges);
    return loads.empty() ? Seconds(0.0) : *std::max_element(loads.begin(), loads.end());
}

std::vector<Seconds> usual_send_times(const Graph& graph) {
    constexpr double kShareOfFastestEdge = 0.80;
    std::vector<Seconds> result(graph.nodes.size(), Seconds::infinity());
    for (const Edge& edge : graph.edges) {
        Seconds& send = result[static_cast<std::size_t>(edge.from)];
        send = std::min(send, kShareOfFastestEdge * edge.time);
    }
    std::replace(result.begin(), result.end(), Seconds::infinity(), Seconds(0.0));
    return result;
}

}  // namespace causeway::graph
