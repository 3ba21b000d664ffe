#include "causeway/steady_state/demands.hpp"

#include "causeway/base/shortest_ways.hpp"
#include "causeway/steady_state/arborescence.hpp"
#include "causeway/steady_state/linear_program.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace causeway::steady_state {

namespace {

using graph::Edge;
using graph::Graph;
using graph::Resources;

/// Ways that carry less than this part of a demand carry nothing: what the solver leaves of zero.
constexpr double kNothing = 1e-12;
/// A way that lacks less than this of its demand has no other beside it.
constexpr double kNearlyAll = 1e-6;
/// Far above what platforms of a hundred nodes take.
constexpr int kMostRounds = 1000;
/// What of the prices is spread evenly over all resources when ways are looked for, most first: where many are free,
/// ways that use little of them are the better ones, and prices jump less from round to round (Wentges 1997). The last
/// search is by the prices themselves.
constexpr std::array kEvenShares{0.1, 1e-3, 0.0};

/// `to` can be reached.
std::vector<int> cheapest_path(const Graph& graph, const std::vector<std::vector<int>>& out, int from, int to,
                               std::span<const double> costs) {
    const base::ShortestWays<double> ways = base::shortest_ways<double>(
        graph.nodes.size(), from, {0.0, std::numeric_limits<double>::infinity()},
        [&](int node, double cost, const auto& reach) {
            for (const int e : out[static_cast<std::size_t>(node)]) {
                reach(graph.edges[static_cast<std::size_t>(e)].to, e, cost + costs[static_cast<std::size_t>(e)]);
            }
        },
        to);
    std::vector<int> path;
    for (int node = to; node != from; node = graph.edges[static_cast<std::size_t>(path.back())].from) {
        path.push_back(ways.last_step[static_cast<std::size_t>(node)]);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

/// Ways, and what they keep busy.
class Ways {
public:
    Ways(const Graph& graph, const Resources& resources, const std::vector<Demand>& demands)
        : graph_(graph),
          resources_(resources),
          demands_(demands),
          back_(graph::edges_back(graph)),
          out_(graph::edges_out(graph)) {
        for (std::size_t e = 0; e < graph.edges.size(); ++e) {
            if (back_[e]) {
                place_in_two_ways_.push_back(static_cast<int>(e));
                two_ways_.edges.push_back(graph.edges[e]);
            }
        }
        two_ways_.nodes = graph.nodes;
    }

    /// [resource]: for how long a slice on the way keeps it busy.
    [[nodiscard]] std::vector<double> load_of(const Way& way) const {
        std::vector<double> load(static_cast<std::size_t>(resources_.size()), 0.0);
        const auto add = [&](int edge) {
            for (const graph::Use& use : resources_.of_edge(edge)) {
                load[static_cast<std::size_t>(use.resource)] += use.time.value();
            }
        };
        for (const int e : way.edges) {
            add(e);
            if (kind_of(way) == WayKind::kTwoWays) {
                add(*back_[static_cast<std::size_t>(e)]);
            }
        }
        return load;
    }

    /// What a slice on it costs by these prices.
    [[nodiscard]] double cost_of(const Way& way, const std::vector<double>& prices) const {
        const std::vector<double> load = load_of(way);
        double cost = 0.0;
        for (std::size_t r = 0; r < load.size(); ++r) {
            cost += load[r] * prices[r];
        }
        return cost;
    }

    /// [edge]: what a slice on it costs by these prices.
    [[nodiscard]] std::vector<double> costs_of_edges(const std::vector<double>& prices) const {
        std::vector<double> costs(graph_.edges.size(), 0.0);
        for (std::size_t e = 0; e < costs.size(); ++e) {
            for (const graph::Use& use : resources_.of_edge(static_cast<int>(e))) {
                costs[e] += prices[static_cast<std::size_t>(use.resource)] * use.time.value();
            }
        }
        return costs;
    }

    /// The cheapest way of a demand; `costs`: of edges.
    [[nodiscard]] Way cheapest(int number, const std::vector<double>& costs) const {
        const Demand& demand = demands_[static_cast<std::size_t>(number)];
        Way way{number, 0.0, {}};
        switch (demand.kind) {
            case WayKind::kPath:
                way.edges = cheapest_path(graph_, out_, demand.from, demand.to, costs);
                return way;
            case WayKind::kTree:
                way.edges = cheapest_tree(graph_, demand.from, costs);
                return way;
            case WayKind::kTwoWays:
                break;
        }
        // Either direction of an edge costs what both do: the tree is a cheapest one whichever node it begins at.
        std::vector<double> both;
        for (const int e : place_in_two_ways_) {
            both.push_back(costs[static_cast<std::size_t>(e)] +
                           costs[static_cast<std::size_t>(*back_[static_cast<std::size_t>(e)])]);
        }
        for (const int place : cheapest_tree(two_ways_, demand.from, both)) {
            way.edges.push_back(place_in_two_ways_[static_cast<std::size_t>(place)]);
        }
        return way;
    }

private:
    [[nodiscard]] WayKind kind_of(const Way& way) const { return demands_[static_cast<std::size_t>(way.demand)].kind; }

    const Graph& graph_;
    const Resources& resources_;
    const std::vector<Demand>& demands_;
    std::vector<std::optional<int>> back_;  ///< [edge]
    std::vector<std::vector<int>> out_;     ///< [node]
    Graph two_ways_;                        ///< of the edges that have one back
    std::vector<int> place_in_two_ways_;    ///< [edge of it]: in the graph
};

/// The linear program over the ways so far: the most that can be carried of all demands at once, in a time of which
/// one unit is about what it takes.
class WayProgram {
public:
    WayProgram(const Ways& ways, const std::vector<Demand>& demands, int num_resources, double unit)
        : ways_(ways), demands_(demands), num_demands_(demands.size()), unit_(unit) {
        std::vector<ProgramRow> rows(num_demands_);  // no more than ways carry of each
        rows.resize(num_demands_ + static_cast<std::size_t>(num_resources), {.terms = {}, .most = 1.0});
        program_.add_rows(rows);
        ProgramColumn all{.terms = {}, .gain = 1.0};
        for (std::size_t k = 0; k < num_demands_; ++k) {
            all.terms.push_back({static_cast<int>(k), demands[k].slices});
        }
        program_.add_columns({&all, 1});
    }

    /// False: it is there already.
    bool add(const Way& way) {
        if (!known_.emplace(way.demand, way.edges).second) {
            return false;
        }
        ProgramColumn column{.terms = {{way.demand, -1.0}}, .gain = 0.0};
        const std::vector<double> load = ways_.load_of(way);
        for (std::size_t r = 0; r < load.size(); ++r) {
            if (load[r] > 0.0) {
                column.terms.push_back({static_cast<int>(num_demands_ + r), load[r] / unit_});
            }
        }
        program_.add_columns({&column, 1});
        all_.push_back(way);
        return true;
    }

    void solve() {
        optimum_ = program_.solve();
        const auto first = optimum_.prices.begin() + static_cast<std::ptrdiff_t>(num_demands_);
        prices_.assign(first, optimum_.prices.end());
        double sum = 0.0;
        for (const double price : prices_) {
            sum += price;
        }
        for (double& price : prices_) {
            price /= sum;
        }
    }

    [[nodiscard]] Seconds time() const { return Seconds(unit_ / optimum_.value); }
    /// [resource], of sum 1.
    [[nodiscard]] const std::vector<double>& prices() const { return prices_; }

    /// Those that carry something, together what each demand asks for.
    [[nodiscard]] std::vector<Way> used() const {
        std::vector<Way> result;
        std::vector<double> carried(num_demands_, 0.0);
        for (std::size_t j = 0; j + 1 < optimum_.columns.size(); ++j) {  // others came since
            const double slices = optimum_.columns[j + 1] / optimum_.value;
            const auto demand = static_cast<std::size_t>(all_[j].demand);
            if (slices > kNothing * demands_[demand].slices) {
                result.push_back(all_[j]);
                result.back().slices = slices;
                carried[demand] += slices;
            }
        }
        for (Way& way : result) {
            const auto demand = static_cast<std::size_t>(way.demand);
            way.slices *= demands_[demand].slices / carried[demand];
        }
        std::stable_sort(result.begin(), result.end(), [](const Way& a, const Way& b) {
            return a.demand != b.demand ? a.demand < b.demand : a.slices > b.slices;
        });
        return result;
    }

private:
    const Ways& ways_;
    const std::vector<Demand>& demands_;
    std::size_t num_demands_;
    double unit_;
    LinearProgram program_;
    std::vector<Way> all_;
    std::set<std::pair<int, std::vector<int>>> known_;
    Optimum optimum_;
    std::vector<double> prices_;
};

std::vector<double> with_even_share(const std::vector<double>& prices, double share) {
    std::vector<double> result = prices;
    for (double& price : result) {
        price = (1.0 - share) * price + share / static_cast<double>(prices.size());
    }
    return result;
}

/// How long the busiest resource is busy.
double time_of(const Ways& ways, int num_resources, std::span<const Way> taken) {
    std::vector<double> busy(static_cast<std::size_t>(num_resources), 0.0);
    for (const Way& way : taken) {
        const std::vector<double> load = ways.load_of(way);
        for (std::size_t r = 0; r < load.size(); ++r) {
            busy[r] += way.slices * load[r];
        }
    }
    return *std::max_element(busy.begin(), busy.end());
}

}  // namespace

std::vector<Way> Routing::of(int demand) const {
    std::vector<Way> result;
    std::copy_if(ways.begin(), ways.end(), std::back_inserter(result),
                 [&](const Way& way) { return way.demand == demand; });
    return result;
}

Routing route(const Graph& graph, const Resources& resources, const std::vector<Demand>& demands, double tolerance) {
    assert(!demands.empty());
    const Ways ways(graph, resources, demands);
    const auto num_demands = static_cast<int>(demands.size());
    const std::vector<double> even(static_cast<std::size_t>(resources.size()), 1.0 / resources.size());
    const std::vector<double> even_costs = ways.costs_of_edges(even);
    std::vector<Way> first;
    for (int k = 0; k < num_demands; ++k) {
        first.push_back(ways.cheapest(k, even_costs));
        first.back().slices = demands[static_cast<std::size_t>(k)].slices;
    }
    WayProgram program(ways, demands, resources.size(), time_of(ways, resources.size(), first));
    for (const Way& way : first) {
        program.add(way);
    }
    Routing result;
    for (int round = 0; round < kMostRounds; ++round) {
        program.solve();
        bool has_grown = false;
        for (const double share : kEvenShares) {
            const std::vector<double> prices = with_even_share(program.prices(), share);
            const std::vector<double> costs = ways.costs_of_edges(prices);
            double bound = 0.0;
            std::vector<Way> found;
            for (int k = 0; k < num_demands; ++k) {
                found.push_back(ways.cheapest(k, costs));
                bound += demands[static_cast<std::size_t>(k)].slices * ways.cost_of(found.back(), prices);
            }
            if (Seconds(bound) > result.bound) {
                result.bound = Seconds(bound);
                result.prices = prices;
            }
            for (const Way& way : found) {
                has_grown = program.add(way) || has_grown;
            }
        }
        if (!has_grown || result.bound >= (1.0 - tolerance) * program.time()) {
            break;
        }
    }
    result.ways = program.used();
    result.time = Seconds(time_of(ways, resources.size(), result.ways));
    return result;
}

Routing with_fewer_ways(const Graph& graph, const Resources& resources, const std::vector<Demand>& demands,
                        Routing routing, std::size_t most_ways) {
    const Ways all(graph, resources, demands);
    while (routing.ways.size() > std::max(most_ways, demands.size())) {
        // The one that carries the least part of its demand, which has others.
        const auto part_of = [&](const Way& way) {
            const double part = way.slices / demands[static_cast<std::size_t>(way.demand)].slices;
            return part < 1.0 - kNearlyAll ? part : 2.0;
        };
        const auto least = std::min_element(routing.ways.begin(), routing.ways.end(),
                                            [&](const Way& a, const Way& b) { return part_of(a) < part_of(b); });
        routing.ways.erase(least);
        WayProgram program(all, demands, resources.size(), routing.time.value());
        for (const Way& way : routing.ways) {
            program.add(way);
        }
        program.solve();
        routing.ways = program.used();
        routing.time = Seconds(time_of(all, resources.size(), routing.ways));
    }
    return routing;
}

}  // namespace causeway::steady_state
