/// Both sides of the bound's proof, each made exactly feasible on its own: rates that are possible, prices that forbid
/// more.
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/steady_state/source_flows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace causeway::steady_state {

/// Between whom every slice must be carried, as one and the same or combined on the way.
enum class Spread {
    kOneToAll,  ///< a broadcast
    kAllToOne,  ///< a reduction
    kAllToAll,  ///< an allreduce
};

/// A set of nodes that something beyond it needs every slice from.
struct PricedCut {
    std::vector<int> near;  ///< nodes that slices come from, ascending
    double weight = 0.0;    ///< dual value; those of all cuts add up to 1
};

/// [resource]: how busy rates keep it, seconds per second.
[[nodiscard]] std::vector<double> load_of(const graph::Resources& resources, std::span<const double> rates);

/// Rates in whole units: flows over them are exact. A throughput has 2^48 of them, so that what is cut off is beyond
/// the twelfth digit and sums of thousands of edges fit into 63 bits.
inline constexpr std::int64_t kUnitsOfThroughput = std::int64_t{1} << 48;

/// [edge]: `rates` in units of `throughput` / kUnitsOfThroughput, rounded down; what exceeds `throughput` is useless to
/// broadcasts and cut off.
[[nodiscard]] std::vector<std::int64_t> in_units(std::span<const double> rates, double throughput);

/// Flows that must each be as large as what is carried.
struct SpreadFlows {
    SourceFlows from_source;
    bool is_reversed = false;  ///< every edge leads the other way here: these are flows to the source
};

/// From the source, to it, or both.
[[nodiscard]] std::vector<SpreadFlows> flows_of(const graph::Graph& graph, int source, Spread spread);

/// What everybody can get, and by which rates.
struct CarriedRates {
    double throughput = 0.0;    ///< slices per second: the least of the maximum flows between the source and the nodes
    std::vector<double> rates;  ///< [edge], slices per second
};

/// `rates`, scaled such that the busiest resource is busy all the time and no longer. `throughput` is about what they
/// carry.
[[nodiscard]] CarriedRates feasible_rates(const graph::Graph& graph, const graph::Resources& resources, int source,
                                          Spread spread, std::span<const double> rates, double throughput);

/// Prices of resources and weights of cuts such that nothing is faster than the sum of the prices: a slice crosses
/// every cut, and on no edge do the cuts that it crosses weigh more than what it keeps busy costs,
///     sum over r of price_r time_re >= sum over cuts that e crosses of weight.
struct FeasiblePrices {
    double value = 0.0;          ///< slices per second: the sum of the prices
    std::vector<double> prices;  ///< [resource]
    std::vector<PricedCut> cuts;
};

/// The repair of prices and weights that obey this but for rounding: each edge that does not has a price raised or the
/// weights of cuts lowered, whichever costs less; then weights are made to add up to 1. Every edge takes time of some
/// resource.
[[nodiscard]] FeasiblePrices feasible_prices(const graph::Graph& graph, const graph::Resources& resources,
                                             std::vector<double> prices, std::vector<PricedCut> cuts);

}  // namespace causeway::steady_state
