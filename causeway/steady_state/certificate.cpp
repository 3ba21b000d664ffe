#include "causeway/steady_state/certificate.hpp"

#include "causeway/steady_state/source_flows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace causeway::steady_state {

std::vector<double> load_of(const graph::Resources& resources, std::span<const double> rates) {
    std::vector<double> result(static_cast<std::size_t>(resources.size()), 0.0);
    for (std::size_t e = 0; e < rates.size(); ++e) {
        for (const graph::Use& use : resources.of_edge(static_cast<int>(e))) {
            result[static_cast<std::size_t>(use.resource)] += rates[e] * use.time.value();
        }
    }
    return result;
}

std::vector<std::int64_t> in_units(std::span<const double> rates, double throughput) {
    constexpr auto kUnits = static_cast<double>(kUnitsOfThroughput);
    std::vector<std::int64_t> result;
    result.reserve(rates.size());
    for (const double rate : rates) {
        result.push_back(static_cast<std::int64_t>(std::min(rate / throughput, 1.0) * kUnits));
    }
    return result;
}

CarriedRates feasible_rates(const graph::Graph& graph, const graph::Resources& resources, int source,
                            std::span<const double> rates, double throughput) {
    std::vector<double> scaled;
    for (const double rate : rates) {
        scaled.push_back(std::clamp(rate, 0.0, throughput));
    }
    const std::vector<double> load = load_of(resources, scaled);
    const double busiest = *std::max_element(load.begin(), load.end());
    for (double& rate : scaled) {
        rate /= busiest;
    }
    const double unit = throughput / busiest / static_cast<double>(kUnitsOfThroughput);
    const std::vector<std::int64_t> units = in_units(scaled, throughput / busiest);
    SourceFlows flows(graph, source);
    flows.set_capacities(units);
    std::int64_t least = kUnitsOfThroughput;
    for (int node = 0; node < graph.num_nodes(); ++node) {
        if (node != source) {
            least = std::min(least, flows.to(node).flow);
        }
    }
    CarriedRates result;
    result.throughput = static_cast<double>(least) * unit;
    for (const std::int64_t rate : units) {
        result.rates.push_back(static_cast<double>(rate) * unit);
    }
    return result;
}

FeasiblePrices feasible_prices(const graph::Graph& graph, const graph::Resources& resources, std::vector<double> prices,
                               std::vector<PricedCut> cuts) {
    double total = 0.0;
    for (const PricedCut& cut : cuts) {
        total += cut.weight;
    }
    std::vector<double> crossed(graph.edges.size(), 0.0);  // [edge]: weight of the cuts that it crosses
    std::vector<bool> near(graph.nodes.size());
    for (PricedCut& cut : cuts) {
        cut.weight /= total;
        std::fill(near.begin(), near.end(), false);
        for (const int node : cut.near) {
            near[static_cast<std::size_t>(node)] = true;
        }
        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            if (near[static_cast<std::size_t>(graph.edges[e].from)] &&
                !near[static_cast<std::size_t>(graph.edges[e].to)]) {
                crossed[e] += cut.weight;
            }
        }
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto uses = resources.of_edge(static_cast<int>(e));
        double paid = 0.0;
        for (const graph::Use& use : uses) {
            paid += prices[static_cast<std::size_t>(use.resource)] * use.time.value();
        }
        if (paid < crossed[e]) {  // where an edge takes most time, the least is to be added to the price
            const graph::Use& longest =
                *std::max_element(uses.begin(), uses.end(),
                                  [](const graph::Use& a, const graph::Use& b) { return a.time < b.time; });
            prices[static_cast<std::size_t>(longest.resource)] += (crossed[e] - paid) / longest.time.value();
        }
    }
    FeasiblePrices result;
    for (const double price : prices) {
        result.value += price;
    }
    result.prices = std::move(prices);
    result.cuts = std::move(cuts);
    return result;
}

}  // namespace causeway::steady_state
