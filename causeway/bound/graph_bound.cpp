#include "causeway/bound/graph_bound.hpp"

#include "causeway/graph/distances.hpp"
#include "causeway/several_trees/operation_demands.hpp"
#include "causeway/steady_state/binding.hpp"
#include "causeway/steady_state/throughput_bound.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

namespace causeway::bound {

namespace {

using scheme::Operation;
using steady_state::Spread;

/// What a proof may leave open.
constexpr double kTolerance = 1e-10;

/// How all get the same data; nothing: they have data of their own, or none.
std::optional<Spread> spread_of(Operation operation) {
    switch (operation) {
        case Operation::kBroadcast:
            return Spread::kOneToAll;
        case Operation::kReduce:
            return Spread::kAllToOne;
        case Operation::kAllreduce:
            return Spread::kAllToAll;
        default:
            return std::nullopt;
    }
}

/// Whether something of the one node must reach the other.
bool is_heard(Operation operation, int source, int from, int to) {
    if (from == to) {
        return false;
    }
    if (!scheme::is_rooted(operation)) {
        return true;
    }
    return scheme::comes_up(operation) ? to == source : from == source;
}

Seconds farthest(Operation operation, const graph::Distances& distances, int num_nodes, int source) {
    Seconds result;
    for (int from = 0; from < num_nodes; ++from) {
        for (int to = 0; to < num_nodes; ++to) {
            if (is_heard(operation, source, from, to)) {
                result = std::max(result, distances.between(from, to));
            }
        }
    }
    return result;
}

/// How long the resource is idle before anything can come to it, and after the last that is of use: the least over its
/// edges of each.
Seconds idle_time(Operation operation, const graph::Graph& graph, const graph::Resource& resource,
                  const graph::Distances& distances, int source) {
    Seconds before = Seconds::infinity();
    Seconds after = Seconds::infinity();
    const bool comes_up = scheme::comes_up(operation);
    for (const graph::Share& share : resource.shares) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(share.edge)];
        const bool is_rooted = scheme::is_rooted(operation);
        before = std::min(before, is_rooted && !comes_up ? distances.between(source, edge.from) : Seconds(0.0));
        after =
            std::min(after, edge.latency + (is_rooted && comes_up ? distances.between(edge.to, source) : Seconds(0.0)));
    }
    return before + after;
}

/// Where all have the same data.
void fill_spread(Spread spread, const graph::Graph& graph, const graph::Resources& resources, int source,
                 GraphBound& result) {
    steady_state::ThroughputBound found = steady_state::throughput_bound(graph, resources, source, spread);
    double rate = 0.0;  // that prices forbid to exceed
    for (const double price : found.prices) {
        rate += price;
    }
    result.time = Seconds(1.0 / rate);
    result.reached = Seconds(1.0 / found.throughput);
    result.gap = found.gap;
    result.prices = std::move(found.prices);
    for (double& price : result.prices) {
        price /= rate;
    }
    result.cuts = std::move(found.cuts);
    result.rates = std::move(found.rates);
    result.binding = std::move(found.binding);
}

/// Where processes have data of their own.
void fill_routing(Operation operation, const graph::Graph& graph, const graph::Resources& resources, int source,
                  const std::vector<double>& slices, GraphBound& result) {
    result.demands = several_trees::demands_of(operation, source, slices);
    if (result.demands.empty()) {
        return;
    }
    const bool comes_up = scheme::comes_up(operation);
    steady_state::Routing routing =
        steady_state::route(comes_up ? graph::reversed(graph) : graph, resources, result.demands, kTolerance);
    result.time = routing.bound;
    result.reached = routing.time;
    result.gap = (routing.time - routing.bound) / routing.time;
    result.prices = std::move(routing.prices);
    result.ways = std::move(routing.ways);
    result.binding = steady_state::what_binds(graph, resources, result.prices, {});
}

}  // namespace

Seconds GraphBound::of(double slices) const {
    if (!(time > Seconds(0.0))) {
        return latency;
    }
    // Resources that are used are idle for a while, and carry what costs `time` by their prices alone. The least that
    // is so for any of them is that of those that are idle for the shortest: one more helps while it is idle for less.
    std::vector<std::size_t> by_idle(prices.size());
    std::iota(by_idle.begin(), by_idle.end(), std::size_t{0});
    std::stable_sort(by_idle.begin(), by_idle.end(),
                     [&](std::size_t one, std::size_t other) { return idle[one] < idle[other]; });
    Seconds sum = slices * time;
    double price = 0.0;
    for (const std::size_t r : by_idle) {
        if (prices[r] > 0.0 && (price == 0.0 || idle[r] < (1.0 / price) * sum)) {
            sum += prices[r] * idle[r];
            price += prices[r];
        }
    }
    return std::max(latency, (1.0 / price) * sum);
}

GraphBound bound_on_graph(Operation operation, const graph::Graph& graph, const graph::Resources& resources, int source,
                          const std::vector<double>& slices) {
    GraphBound result;
    if (graph.num_nodes() == 1) {
        result.binding = "one node has everything";
        return result;
    }
    if (const std::optional<Spread> spread = spread_of(operation)) {
        fill_spread(*spread, graph, resources, source, result);
    } else {
        fill_routing(operation, graph, resources, source, slices, result);
    }
    const graph::Distances distances(graph);
    result.latency = farthest(operation, distances, graph.num_nodes(), source);
    result.idle.resize(result.prices.size());
    for (std::size_t r = 0; r < result.prices.size(); ++r) {
        if (result.prices[r] > 0.0) {
            result.idle[r] = idle_time(operation, graph, resources[static_cast<int>(r)], distances, source);
        }
    }
    if (result.binding.empty()) {
        result.binding = "latencies alone";
    }
    return result;
}

}  // namespace causeway::bound
