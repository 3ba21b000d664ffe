#include "causeway/steady_state/unlimited_packing.hpp"

#include "causeway/steady_state/arborescence.hpp"
#include "causeway/steady_state/linear_program.hpp"
#include "causeway/steady_state/tree_weights.hpp"
#include "causeway/tree/heuristic.hpp"

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace causeway::steady_state {

namespace {

/// The search ends within this of the bound.
constexpr double kPricingTolerance = 1e-7;

/// The linear program over the trees so far, in units of the bound: a tree's variable is its weight over the bound's
/// throughput. These are no more than 1 together, so that a resource which no tree alone fills needs no row.
class TreeProgram {
public:
    TreeProgram(const graph::Graph& graph, const graph::Resources& resources, int source, double throughput)
        : graph_(graph),
          resources_(resources),
          source_(source),
          throughput_(throughput),
          row_of_(static_cast<std::size_t>(resources.size()), kNone) {
        // Trees may have no row of their own: the program has to have a limit.
        const ProgramRow limit{.terms = {}, .most = 1.0};
        program_.add_rows({&limit, 1});
    }

    /// False: it is there already.
    bool add(const tree::TreeEdges& tree) {
        if (!known_.insert(tree).second) {
            return false;
        }
        std::vector<double> load;
        for (const Seconds time : resources_.load(tree)) {
            load.push_back(time.value() * throughput_);
        }
        ProgramColumn column{.terms = {{kLimit, 1.0}}, .gain = 1.0};
        std::vector<std::size_t> filled;
        for (std::size_t r = 0; r < load.size(); ++r) {
            if (row_of_[r] != kNone && load[r] > 0.0) {
                column.terms.push_back({row_of_[r], load[r]});
            } else if (load[r] > 1.0) {
                filled.push_back(r);
            }
        }
        program_.add_columns({&column, 1});
        trees_.push_back(tree);
        loads_.push_back(std::move(load));
        for (const std::size_t r : filled) {
            add_row(r);
        }
        return true;
    }

    /// Prices of all resources.
    [[nodiscard]] Optimum solve() {
        Optimum optimum = program_.solve();
        std::vector<double> prices(row_of_.size(), 0.0);
        for (std::size_t r = 0; r < prices.size(); ++r) {
            prices[r] = row_of_[r] == kNone ? 0.0 : optimum.prices[static_cast<std::size_t>(row_of_[r])];
        }
        optimum.prices = std::move(prices);
        return optimum;
    }

    [[nodiscard]] tree::TreeEdges cheapest(const std::vector<double>& prices) const {
        std::vector<double> costs(graph_.edges.size(), 0.0);
        for (std::size_t e = 0; e < costs.size(); ++e) {
            for (const graph::Use& use : resources_.of_edge(static_cast<int>(e))) {
                costs[e] += prices[static_cast<std::size_t>(use.resource)] * use.time.value() * throughput_;
            }
        }
        return cheapest_tree(graph_, source_, costs);
    }

    [[nodiscard]] const std::vector<tree::TreeEdges>& trees() const { return trees_; }

private:
    static constexpr int kNone = -1;
    static constexpr int kLimit = 0;  ///< the row that the weights together have

    void add_row(std::size_t resource) {
        ProgramRow row{.terms = {}, .most = 1.0};
        for (std::size_t k = 0; k < loads_.size(); ++k) {
            if (loads_[k][resource] > 0.0) {
                row.terms.push_back({static_cast<int>(k), loads_[k][resource]});
            }
        }
        row_of_[resource] = program_.num_rows();
        program_.add_rows({&row, 1});
    }

    const graph::Graph& graph_;
    const graph::Resources& resources_;
    int source_;
    double throughput_;
    std::vector<int> row_of_;  ///< [resource]: its row, kNone if it has none
    LinearProgram program_;
    std::vector<tree::TreeEdges> trees_;
    std::vector<std::vector<double>> loads_;  ///< [tree][resource]: of the bound's throughput
    std::set<tree::TreeEdges> known_;
};

}  // namespace

Packing pack_unlimited(const graph::Graph& graph, const graph::Resources& resources, int source,
                       const ThroughputBound& bound, int most_columns) {
    TreeProgram program(graph, resources, source, bound.throughput);
    program.add(
        tree::heuristics().at("growing", "packing").build({.graph = graph, .resources = resources, .source = source}));
    Optimum optimum = program.solve();
    for (int column = 1; column < most_columns && optimum.value < 1.0 - kPricingTolerance; ++column) {
        // The bound's own prices are where those of this program end: trees found between the two last. Its own alone
        // tell whether any tree helps.
        bool added = false;
        for (const double share_of_bound : {0.9, 0.5, 0.25, 0.1, 0.0}) {
            std::vector<double> prices = optimum.prices;
            for (std::size_t r = 0; r < prices.size(); ++r) {
                prices[r] += share_of_bound * (bound.prices[r] / bound.throughput - prices[r]);
            }
            added = added || program.add(program.cheapest(prices));
        }
        if (!added) {
            break;
        }
        optimum = program.solve();
    }
    // Weights of the trees that count, for themselves: within the resources to the last digit.
    std::vector<tree::TreeEdges> trees;
    for (std::size_t k = 0; k < optimum.columns.size(); ++k) {
        if (optimum.columns[k] > 0.0) {
            trees.push_back(program.trees()[k]);
        }
    }
    return packing_of(trees, best_weights(resources, trees));
}

}  // namespace causeway::steady_state
