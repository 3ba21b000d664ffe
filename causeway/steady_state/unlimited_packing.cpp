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
/// throughput.
class TreeProgram {
public:
    TreeProgram(const graph::Graph& graph, const graph::Resources& resources, int source, double throughput)
        : graph_(graph), resources_(resources), source_(source), throughput_(throughput) {
        program_.add_rows(
            std::vector<ProgramRow>(static_cast<std::size_t>(resources.size()), {.terms = {}, .most = 1.0}));
    }

    /// False: it is there already.
    bool add(const tree::TreeEdges& tree) {
        if (!known_.insert(tree).second) {
            return false;
        }
        ProgramColumn column;
        column.gain = 1.0;
        const std::vector<Seconds> load = resources_.load(tree);
        for (int r = 0; r < resources_.size(); ++r) {
            if (load[static_cast<std::size_t>(r)] > Seconds(0.0)) {
                column.terms.push_back({r, load[static_cast<std::size_t>(r)].value() * throughput_});
            }
        }
        program_.add_columns({&column, 1});
        trees_.push_back(tree);
        return true;
    }

    [[nodiscard]] Optimum solve() { return program_.solve(); }

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
    const graph::Graph& graph_;
    const graph::Resources& resources_;
    int source_;
    double throughput_;
    LinearProgram program_;
    std::vector<tree::TreeEdges> trees_;
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
