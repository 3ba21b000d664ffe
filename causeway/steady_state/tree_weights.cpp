#include "causeway/steady_state/tree_weights.hpp"

#include "causeway/steady_state/linear_program.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::steady_state {

Packing packing_of(std::span<const tree::TreeEdges> trees, std::span<const double> weights) {
    Packing result;
    for (std::size_t k = 0; k < trees.size(); ++k) {
        if (weights[k] > 0.0) {
            result.trees.push_back({weights[k], trees[k]});
            result.throughput += weights[k];
        }
    }
    std::stable_sort(result.trees.begin(), result.trees.end(),
                     [](const WeightedTree& a, const WeightedTree& b) { return a.weight > b.weight; });
    return result;
}

std::vector<double> best_weights(const graph::Resources& resources, std::span<const tree::TreeEdges> trees) {
    // A tree's variable counts what it could carry alone: numbers about 1 whatever the times.
    std::vector<double> alone;
    std::vector<ProgramColumn> columns;
    double fastest = 0.0;
    for (const tree::TreeEdges& tree : trees) {
        const std::vector<Seconds> load = resources.load(tree);
        alone.push_back(1.0 / std::max_element(load.begin(), load.end())->value());
        fastest = std::max(fastest, alone.back());
        ProgramColumn& column = columns.emplace_back();
        for (int r = 0; r < resources.size(); ++r) {
            if (load[static_cast<std::size_t>(r)] > Seconds(0.0)) {
                column.terms.push_back({r, load[static_cast<std::size_t>(r)].value() * alone.back()});
            }
        }
    }
    if (trees.size() == 1) {
        return alone;
    }
    for (std::size_t k = 0; k < columns.size(); ++k) {
        columns[k].gain = alone[k] / fastest;
    }
    LinearProgram program;
    program.add_rows(std::vector<ProgramRow>(static_cast<std::size_t>(resources.size()), {.terms = {}, .most = 1.0}));
    program.add_columns(columns);
    std::vector<double> result = program.solve().columns;
    std::vector<double> busy(static_cast<std::size_t>(resources.size()), 0.0);
    for (std::size_t k = 0; k < columns.size(); ++k) {
        for (const Term& term : columns[k].terms) {
            busy[static_cast<std::size_t>(term.index)] += term.coefficient * result[k];
        }
    }
    const double busiest = *std::max_element(busy.begin(), busy.end());
    for (std::size_t k = 0; k < result.size(); ++k) {
        result[k] *= alone[k] / busiest;
    }
    return result;
}

}  // namespace causeway::steady_state
