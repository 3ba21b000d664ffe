#include "causeway/steady_state/source_flows.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace causeway::steady_state {

namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;

/// An edge of the graph, or the way back that flows over an edge can be undone by; both where there are edges both
/// ways.
struct FlowArc {
    std::int64_t capacity = 0;
    std::int64_t left = 0;  ///< capacity less flow
    Traits::edge_descriptor reverse;
};

using FlowGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, FlowArc>;

}  // namespace

struct SourceFlows::Network {
    FlowGraph arcs;
    int source = 0;
    std::vector<Traits::edge_descriptor> arc_of_edge;
    std::vector<Traits::edge_descriptor> way_in;  ///< [node], for the flow algorithm
    std::vector<boost::default_color_type> color;
    std::vector<long> distance;

    /// [node]: whether slices could still go from `first` to it, or (`backwards`) from it to `first`.
    [[nodiscard]] std::vector<bool> joined_by_what_is_left(int first, bool backwards) const {
        std::vector<bool> result(boost::num_vertices(arcs), false);
        std::vector<std::size_t> nodes{static_cast<std::size_t>(first)};
        result[nodes.front()] = true;
        for (std::size_t next = 0; next < nodes.size(); ++next) {
            for (auto [arc, end] = boost::out_edges(nodes[next], arcs); arc != end; ++arc) {
                const std::int64_t left = backwards ? arcs[arcs[*arc].reverse].left : arcs[*arc].left;
                const std::size_t to = boost::target(*arc, arcs);
                if (left > 0 && !result[to]) {
                    result[to] = true;
                    nodes.push_back(to);
                }
            }
        }
        return result;
    }
};

SourceFlows::SourceFlows(const graph::Graph& graph, int source) : network_(std::make_unique<Network>()) {
    Network& network = *network_;
    network.source = source;
    network.arcs = FlowGraph(graph.nodes.size());
    network.way_in.resize(graph.nodes.size());
    network.color.resize(graph.nodes.size());
    network.distance.resize(graph.nodes.size());
    std::map<std::pair<int, int>, Traits::edge_descriptor> between;
    for (const graph::Edge& edge : graph.edges) {
        if (const auto known = between.find({edge.from, edge.to}); known != between.end()) {
            network.arc_of_edge.push_back(known->second);
            continue;
        }
        const auto from = static_cast<std::size_t>(edge.from);
        const auto to = static_cast<std::size_t>(edge.to);
        const Traits::edge_descriptor forth = boost::add_edge(from, to, network.arcs).first;
        const Traits::edge_descriptor back = boost::add_edge(to, from, network.arcs).first;
        network.arcs[forth].reverse = back;
        network.arcs[back].reverse = forth;
        between[{edge.to, edge.from}] = back;
        network.arc_of_edge.push_back(forth);
    }
}

SourceFlows::~SourceFlows() = default;
SourceFlows::SourceFlows(SourceFlows&&) noexcept = default;
SourceFlows& SourceFlows::operator=(SourceFlows&&) noexcept = default;

void SourceFlows::set_capacities(std::span<const std::int64_t> capacities) {
    for (std::size_t e = 0; e < capacities.size(); ++e) {
        network_->arcs[network_->arc_of_edge[e]].capacity = capacities[e];
    }
}

FlowAndCuts SourceFlows::to(int target) {
    Network& network = *network_;
    const auto node_index = boost::get(boost::vertex_index, network.arcs);
    FlowAndCuts result;
    result.flow = boost::boykov_kolmogorov_max_flow(
        network.arcs, boost::get(&FlowArc::capacity, network.arcs), boost::get(&FlowArc::left, network.arcs),
        boost::get(&FlowArc::reverse, network.arcs),
        boost::make_iterator_property_map(network.way_in.begin(), node_index),
        boost::make_iterator_property_map(network.color.begin(), node_index),
        boost::make_iterator_property_map(network.distance.begin(), node_index), node_index,
        static_cast<std::size_t>(network.source), static_cast<std::size_t>(target));
    result.near_source = network.joined_by_what_is_left(network.source, false);
    result.near_target = network.joined_by_what_is_left(target, true);
    result.near_target.flip();
    return result;
}

}  // namespace causeway::steady_state
