#include "causeway/steady_state/throughput_bound.hpp"

#include "causeway/steady_state/binding.hpp"
#include "causeway/steady_state/linear_program.hpp"
#include "causeway/steady_state/source_flows.hpp"
#include "causeway/tree/heuristic.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace causeway::steady_state {

namespace {

/// The search ends when no cut lets through less than this below what the program promises, relatively.
constexpr double kLeastViolation = 1e-11;

using NearSide = std::vector<bool>;  ///< [node]: whether slices come from it to those beyond a cut

/// What the program's numbers are measured in, so that they come out about 1 whatever the times.
struct Scale {
    double throughput = 0.0;             ///< that of some tree
    std::vector<double> rate;            ///< [edge]: what its variable counts
    std::vector<bool> limited_edge;      ///< [edge]: whether anything can keep it from carrying every slice
    std::vector<bool> limited_resource;  ///< [resource]: whether it can be busy all the time
};

/// The set and the rest change sides.
NearSide other_side(NearSide side) {
    side.flip();
    return side;
}

/// [cut]: all out of the source, all into one node; the same the other way; or all of these.
std::vector<NearSide> simplest_cuts(const graph::Graph& graph, int source, Spread spread) {
    std::vector<NearSide> result;
    for (int node = 0; node < graph.num_nodes(); ++node) {
        NearSide side(graph.nodes.size(), node != source);
        side[static_cast<std::size_t>(node)] = node == source;
        if (spread != Spread::kAllToOne) {
            result.push_back(side);
        }
        if (spread != Spread::kOneToAll) {
            result.push_back(other_side(side));
        }
    }
    return result;
}

bool crosses(const graph::Edge& edge, const NearSide& side) {
    return side[static_cast<std::size_t>(edge.from)] && !side[static_cast<std::size_t>(edge.to)];
}

Scale scale_of(const graph::Graph& graph, const graph::Resources& resources, int source, Spread spread) {
    Scale result;
    const graph::Graph from_source = spread == Spread::kAllToOne ? graph::reversed(graph) : graph;
    const tree::TreeEdges tree = tree::heuristics()
                                     .at("growing", "bound")
                                     .build({.graph = from_source, .resources = resources, .source = source});
    result.throughput = tree::throughput(resources, tree);
    std::vector<double> most(graph.edges.size());  // [edge]: slices per second that it can carry alone
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        Seconds longest;
        for (const graph::Use& use : resources.of_edge(static_cast<int>(e))) {
            longest = std::max(longest, use.time);
        }
        most[e] = 1.0 / longest.value();
    }
    double ceiling = std::numeric_limits<double>::infinity();  // nothing is faster
    for (const NearSide& side : simplest_cuts(graph, source, spread)) {
        double across = 0.0;
        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            across += crosses(graph.edges[e], side) ? most[e] : 0.0;
        }
        ceiling = std::min(ceiling, across);
    }
    result.limited_edge.assign(graph.edges.size(), false);
    for (int r = 0; r < resources.size(); ++r) {
        constexpr double kNeverBusy = 0.999;
        double load = 0.0;
        for (const graph::Share& share : resources[r].shares) {
            load += share.time.value() * ceiling;
        }
        result.limited_resource.push_back(load > kNeverBusy);
        for (const graph::Share& share : resources[r].shares) {
            if (load > kNeverBusy && share.time > Seconds(0.0)) {
                result.limited_edge[static_cast<std::size_t>(share.edge)] = true;
            }
        }
    }
    for (const double rate : most) {
        result.rate.push_back(std::sqrt(rate * result.throughput));  // the coefficients' geometric mean becomes 1
    }
    return result;
}

/// The linear program, as far as it is known: columns are the throughput, then the rates of the limited edges; rows
/// the limited resources, then cuts.
class CutProgram {
public:
    CutProgram(const graph::Graph& graph, const graph::Resources& resources, int source, Spread spread)
        : graph_(graph), resources_(resources), scale_(scale_of(graph, resources, source, spread)) {
        add_variables();
        add_resources();
        for (const NearSide& side : simplest_cuts(graph, source, spread)) {
            propose(side);
        }
    }

    /// Adds a cut to the next program. False: it is there already, or can't be violated.
    bool propose(const NearSide& side) {
        ProgramRow row;
        row.terms.push_back({0, 1.0});
        for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
            if (crosses(graph_.edges[e], side)) {
                if (!column_of_edge_[e].has_value()) {
                    return false;
                }
                row.terms.push_back({*column_of_edge_[e], -scale_.rate[e] / scale_.throughput});
            }
        }
        if (!known_.insert(side).second) {
            return false;
        }
        cuts_.push_back(side);
        next_rows_.push_back(std::move(row));
        return true;
    }

    /// Slices per second that the cuts so far allow.
    double solve() {
        program_.add_rows(next_rows_);
        next_rows_.clear();
        optimum_ = program_.solve();
        return throughput();
    }

    [[nodiscard]] double throughput() const { return optimum_.columns.front() * scale_.throughput; }

    /// [edge]; that of the edges that nothing limits is the throughput.
    [[nodiscard]] std::vector<double> rates() const {
        std::vector<double> result(graph_.edges.size(), throughput());
        for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
            if (column_of_edge_[e].has_value()) {
                result[e] = optimum_.columns[static_cast<std::size_t>(*column_of_edge_[e])] * scale_.rate[e];
            }
        }
        return result;
    }

    [[nodiscard]] FeasiblePrices prices() const {
        std::vector<double> prices(static_cast<std::size_t>(resources_.size()), 0.0);
        std::size_t row = 0;
        for (std::size_t r = 0; r < prices.size(); ++r) {
            if (scale_.limited_resource[r]) {
                prices[r] = std::max(optimum_.prices[row++], 0.0) * scale_.throughput;
            }
        }
        std::vector<PricedCut> cuts;
        for (const NearSide& side : cuts_) {
            PricedCut cut;
            cut.weight = optimum_.prices[row++];
            if (cut.weight <= 0.0) {
                continue;
            }
            for (int node = 0; node < graph_.num_nodes(); ++node) {
                if (side[static_cast<std::size_t>(node)]) {
                    cut.near.push_back(node);
                }
            }
            cuts.push_back(std::move(cut));
        }
        return feasible_prices(graph_, resources_, std::move(prices), std::move(cuts));
    }

private:
    void add_variables() {
        std::vector<ProgramColumn> columns{{.terms = {}, .gain = 1.0}};
        for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
            column_of_edge_.emplace_back();
            if (scale_.limited_edge[e]) {
                column_of_edge_[e] = static_cast<int>(columns.size());
                columns.emplace_back();
            }
        }
        program_.add_columns(columns);
    }

    void add_resources() {
        for (int r = 0; r < resources_.size(); ++r) {
            if (!scale_.limited_resource[static_cast<std::size_t>(r)]) {
                continue;
            }
            ProgramRow row{.terms = {}, .most = 1.0};
            for (const graph::Share& share : resources_[r].shares) {
                const auto e = static_cast<std::size_t>(share.edge);
                if (column_of_edge_[e].has_value() && share.time > Seconds(0.0)) {
                    row.terms.push_back({*column_of_edge_[e], share.time.value() * scale_.rate[e]});
                }
            }
            next_rows_.push_back(std::move(row));
        }
    }

    const graph::Graph& graph_;
    const graph::Resources& resources_;
    Scale scale_;
    LinearProgram program_;
    std::vector<std::optional<int>> column_of_edge_;
    std::vector<NearSide> cuts_;
    std::set<NearSide> known_;
    std::vector<ProgramRow> next_rows_;
    Optimum optimum_;
};

ThroughputBound proven(const graph::Graph& graph, const graph::Resources& resources, int source, Spread spread,
                       const CutProgram& program) {
    CarriedRates carried = feasible_rates(graph, resources, source, spread, program.rates(), program.throughput());
    FeasiblePrices forbidding = program.prices();
    ThroughputBound result;
    result.throughput = carried.throughput;
    result.rates = std::move(carried.rates);
    result.prices = std::move(forbidding.prices);
    result.cuts = std::move(forbidding.cuts);
    std::stable_sort(result.cuts.begin(), result.cuts.end(),
                     [](const PricedCut& a, const PricedCut& b) { return a.weight > b.weight; });
    result.gap = (forbidding.value - result.throughput) / forbidding.value;
    return result;
}

}  // namespace

ThroughputBound throughput_bound(const graph::Graph& graph, const graph::Resources& resources, int source,
                                 Spread spread) {
    ThroughputBound result;
    if (graph.num_nodes() == 1) {
        result.throughput = std::numeric_limits<double>::infinity();
        result.prices.assign(static_cast<std::size_t>(resources.size()), 0.0);
        result.binding = "nothing: there is nobody to send to";
        return result;
    }
    CutProgram program(graph, resources, source, spread);
    std::vector<SpreadFlows> directions = flows_of(graph, source, spread);
    constexpr auto kEnough =
        static_cast<std::int64_t>(static_cast<double>(kUnitsOfThroughput) * (1.0 - kLeastViolation));
    for (bool violated = true; violated;) {
        const double throughput = program.solve();
        const std::vector<std::int64_t> rates = in_units(program.rates(), throughput);
        violated = false;
        for (SpreadFlows& flows : directions) {
            flows.from_source.set_capacities(rates);
            for (int node = 0; node < graph.num_nodes(); ++node) {
                if (node == source) {
                    continue;
                }
                const FlowAndCuts found = flows.from_source.to(node);
                if (found.flow >= kEnough) {
                    continue;
                }
                for (const NearSide& side : {found.near_source, found.near_target}) {
                    const bool is_new = program.propose(flows.is_reversed ? other_side(side) : side);
                    violated = violated || is_new;
                }
            }
        }
    }
    result = proven(graph, resources, source, spread, program);
    result.binding = what_binds(graph, resources, result.prices, result.cuts);
    return result;
}

}  // namespace causeway::steady_state
