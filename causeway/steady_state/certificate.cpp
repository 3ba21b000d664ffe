#include "causeway/steady_state/certificate.hpp"

#include "causeway/steady_state/source_flows.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
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

std::vector<SpreadFlows> flows_of(const graph::Graph& graph, int source, Spread spread) {
    std::vector<SpreadFlows> result;
    if (spread != Spread::kAllToOne) {
        result.push_back({SourceFlows(graph, source), false});
    }
    if (spread != Spread::kOneToAll) {
        result.push_back({SourceFlows(graph::reversed(graph), source), true});
    }
    return result;
}

CarriedRates feasible_rates(const graph::Graph& graph, const graph::Resources& resources, int source, Spread spread,
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
    std::int64_t least = kUnitsOfThroughput;
    for (SpreadFlows& flows : flows_of(graph, source, spread)) {
        flows.from_source.set_capacities(units);
        for (int node = 0; node < graph.num_nodes(); ++node) {
            if (node != source) {
                least = std::min(least, flows.from_source.to(node).flow);
            }
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
    std::vector<std::vector<std::size_t>> cuts_of(graph.edges.size());  // [edge]: those that it crosses
    std::vector<bool> near(graph.nodes.size());
    for (std::size_t c = 0; c < cuts.size(); ++c) {
        std::fill(near.begin(), near.end(), false);
        for (const int node : cuts[c].near) {
            near[static_cast<std::size_t>(node)] = true;
        }
        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            if (near[static_cast<std::size_t>(graph.edges[e].from)] &&
                !near[static_cast<std::size_t>(graph.edges[e].to)]) {
                cuts_of[e].push_back(c);
            }
        }
    }
    const auto unpaid = [&](std::size_t e) {
        double result = 0.0;
        for (const std::size_t c : cuts_of[e]) {
            result += cuts[c].weight;
        }
        for (const graph::Use& use : resources.of_edge(static_cast<int>(e))) {
            result -= prices[static_cast<std::size_t>(use.resource)] * use.time.value();
        }
        return result;
    };
    const auto longest_use = [&](std::size_t e) {
        const auto uses = resources.of_edge(static_cast<int>(e));
        return *std::max_element(uses.begin(), uses.end(),
                                 [](const graph::Use& a, const graph::Use& b) { return a.time < b.time; });
    };
    // What an edge lacks is either added to a price, best where it takes most time, or taken from the cuts that it
    // crosses: taking w from their weight, 1 altogether, costs w of the value.
    const double value = std::accumulate(prices.begin(), prices.end(), 0.0);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        if (longest_use(e).time.value() * value < 1.0) {
            double missing = unpaid(e);
            for (auto c = cuts_of[e].begin(); c != cuts_of[e].end() && missing > 0.0; ++c) {
                const double taken = std::min(missing, cuts[*c].weight);
                cuts[*c].weight -= taken;
                missing -= taken;
            }
        }
    }
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        if (const double missing = unpaid(e); missing > 0.0) {
            const graph::Use use = longest_use(e);
            prices[static_cast<std::size_t>(use.resource)] += missing / use.time.value();
        }
    }
    std::erase_if(cuts, [](const PricedCut& cut) { return cut.weight <= 0.0; });
    double total = 0.0;
    for (const PricedCut& cut : cuts) {
        total += cut.weight;
    }
    FeasiblePrices result;
    for (PricedCut& cut : cuts) {
        cut.weight /= total;
    }
    for (double& price : prices) {
        price /= total;
        result.value += price;
    }
    result.prices = std::move(prices);
    result.cuts = std::move(cuts);
    return result;
}

}  // namespace causeway::steady_state
