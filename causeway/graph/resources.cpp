#include "causeway/graph/resources.hpp"

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace causeway::graph {

namespace {

constexpr std::array kPortModels{PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort,
                                 PortModel::kSendLinkReceive};

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

/// [edge]: T_uv, or what takes longer of what it shares with others.
std::vector<Seconds> shared_or_own_times(const Graph& graph) {
    std::vector<Seconds> result;
    for (const Edge& edge : graph.edges) {
        result.push_back(edge.time);
    }
    for (const SharedResource& shared : graph.shared) {
        for (const Share& share : shared.shares) {
            Seconds& time = result[static_cast<std::size_t>(share.edge)];
            time = std::max(time, share.time);
        }
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
        case PortModel::kSendLinkReceive:
            return "send-link-receive";
    }
    return "unknown";
}

std::vector<std::string> port_model_names() {
    std::vector<std::string> names;
    for (const PortModel model : kPortModels) {
        names.emplace_back(name_of(model));
    }
    return names;
}

PortModel port_model_named(std::string_view name, std::string_view source) {
    const auto* const found =
        std::find_if(kPortModels.begin(), kPortModels.end(), [&](PortModel model) { return name == name_of(model); });
    if (found == kPortModels.end()) {
        throw base::InputError({.source = std::string(source),
                                .place = {},
                                .found = fmt::format("the unknown port model '{}'", name),
                                .accepted = base::joined(port_model_names())});
    }
    return *found;
}

Resources::Resources(const Graph& graph, PortModel model) : of_edge_(graph.edges.size()) {
    const bool has_stages = model == PortModel::kSendLinkReceive;
    const std::vector<Seconds> send = send_times_of(graph);
    const std::vector<Seconds> receive = receive_times_of(graph);
    std::vector<Seconds> link_from;  // when a slice comes to the link and to all that edges share
    for (const Edge& edge : graph.edges) {
        link_from.push_back(has_stages ? send[static_cast<std::size_t>(edge.from)] : Seconds(0.0));
    }
    std::vector<Seconds> in_transit = shared_or_own_times(graph);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        in_transit[e] += link_from[e] + graph.edges[e].latency;
    }
    add_ports(graph, model, in_transit);
    if (model == PortModel::kMultiPort || has_stages) {
        for (int e = 0; e < graph.num_edges(); ++e) {
            const Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            add({fmt::format("the link from {} to {}", graph.nodes[static_cast<std::size_t>(edge.from)],
                             graph.nodes[static_cast<std::size_t>(edge.to)]),
                 {{e, edge.time}}},
                link_from);
        }
    }
    for (const SharedResource& shared : graph.shared) {
        add({shared.name, shared.shares}, link_from);
    }
    transit_ = std::move(in_transit);
    for (std::size_t e = 0; has_stages && e < graph.edges.size(); ++e) {
        transit_[e] += receive[static_cast<std::size_t>(graph.edges[e].to)];
    }
}

void Resources::add_ports(const Graph& graph, PortModel model, const std::vector<Seconds>& arrivals) {
    const std::vector<std::vector<int>> out = edges_out(graph);
    const std::vector<std::vector<int>> in = edges_in(graph);
    const auto edge_time = [&](int edge) { return graph.edges[static_cast<std::size_t>(edge)].time; };
    const std::vector<Seconds> send = send_times_of(graph);
    const std::vector<Seconds> receive = receive_times_of(graph);
    const std::vector<Seconds> at_once(graph.edges.size());
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        const std::string& name = graph.nodes[node];
        const auto of_send = [&](int) { return send[node]; };
        switch (model) {
            case PortModel::kOnePort:
                add({fmt::format("the outgoing port of {}", name), shares_of(out[node], edge_time)}, at_once);
                add({fmt::format("the incoming port of {}", name), shares_of(in[node], edge_time)}, at_once);
                break;
            case PortModel::kOnePortUnidirectional: {
                std::vector<int> both = out[node];
                both.insert(both.end(), in[node].begin(), in[node].end());
                add({fmt::format("the port of {}", name), shares_of(both, edge_time)}, at_once);
                break;
            }
            case PortModel::kMultiPort:
                add({fmt::format("the sends of {}", name), shares_of(out[node], of_send)}, at_once);
                break;
            case PortModel::kSendLinkReceive: {
                std::vector<Share> shares = shares_of(out[node], of_send);
                std::vector<Seconds> after = at_once;
                for (const int e : in[node]) {
                    shares.push_back({e, receive[node]});
                    after[static_cast<std::size_t>(e)] = arrivals[static_cast<std::size_t>(e)];
                }
                add({fmt::format("the processor of {}", name), std::move(shares)}, after);
                break;
            }
        }
    }
}

void Resources::add(Resource resource, const std::vector<Seconds>& after) {
    if (resource.shares.empty()) {
        return;
    }
    for (const Share& share : resource.shares) {
        const auto edge = static_cast<std::size_t>(share.edge);
        of_edge_[edge].push_back({size(), share.time, after[edge]});
    }
    resources_.push_back(std::move(resource));
}

Resources Resources::turned_round() const {
    Resources result = *this;
    for (std::size_t e = 0; e < of_edge_.size(); ++e) {
        for (Use& use : result.of_edge_[e]) {
            use.after = transit_[e] - use.after - use.time;
        }
    }
    return result;
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

std::vector<Seconds> send_times_of(const Graph& graph) {
    return graph.send_time.empty() ? usual_send_times(graph) : graph.send_time;
}

std::vector<Seconds> receive_times_of(const Graph& graph) {
    return graph.receive_time.empty() ? send_times_of(graph) : graph.receive_time;
}

}  // namespace causeway::graph
