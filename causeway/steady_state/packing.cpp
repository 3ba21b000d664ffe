#include "causeway/steady_state/packing.hpp"

#include "causeway/steady_state/tree_search.hpp"
#include "causeway/steady_state/tree_weights.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace causeway::steady_state {

namespace {

/// Searches begin anew so often, each with so many rounds of so many steps; between rounds the weights are set anew.
/// What a round may make worse at first shrinks from one to the next.
constexpr int kStarts = 12;
constexpr int kRounds = 6;
constexpr std::uint64_t kSteps = 40'000;
constexpr double kFirstThreshold = 1.0;
constexpr double kShrinking = 0.4;
/// What is left to win beyond this part of the bound is not worth more steps.
constexpr double kEnough = 0.9995;

/// Trees that get anything, heaviest first.
Packing packing_of(const std::vector<tree::TreeEdges>& trees, const std::vector<double>& weights) {
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

std::vector<double> normalised(std::vector<double> weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) {
        weight /= sum;
    }
    return weights;
}

}  // namespace

Packing pack(const graph::Graph& graph, const graph::Resources& resources, int source, const Bound& bound,
             const PackingEffort& effort) {
    if (graph.num_nodes() == 1) {
        return {.throughput = bound.throughput, .trees = {{bound.throughput, {}}}};
    }
    base::Random random(effort.seed);
    const auto most = static_cast<std::size_t>(effort.most_trees);
    Packing best;
    const double enough = kEnough * bound.throughput;
    for (int start = 0; start < kStarts && best.throughput < enough; ++start) {
        std::vector<double> shares(most, 1.0);
        if (start % 2 == 1) {
            for (double& share : shares) {
                share += random.between(0.0, 1.0);
            }
        }
        shares = normalised(std::move(shares));
        TreeSearch search(graph, resources, source, bound.throughput, shares);
        double threshold = kFirstThreshold;
        for (int round = 0; round < kRounds && best.throughput < enough; ++round) {
            search.improve(kSteps, threshold, random);
            const std::vector<tree::TreeEdges> trees = search.trees();
            std::vector<double> weights = best_weights(resources, trees);
            Packing found = packing_of(trees, weights);
            if (found.throughput > best.throughput) {
                best = std::move(found);
            }
            search.set_shares(normalised(std::move(weights)));
            threshold *= kShrinking;
        }
    }
    return best;
}

}  // namespace causeway::steady_state
