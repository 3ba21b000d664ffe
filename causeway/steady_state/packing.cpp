#include "causeway/steady_state/packing.hpp"

#include "causeway/base/random.hpp"
#include "causeway/steady_state/tree_search.hpp"
#include "causeway/steady_state/tree_weights.hpp"
#include "causeway/steady_state/unlimited_packing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace causeway::steady_state {

namespace {

/// Searches have so many rounds; between rounds the weights are set anew, and the power of loads that is made small
/// grows from 2^5 to 2^10.
constexpr int kRounds = 6;
constexpr int kFirstSquarings = 5;
/// Steps of a round, the least: what is smaller takes no time anyway; and the most: what fifty nodes win by more is not
/// worth the time.
constexpr double kFewestSteps = 500.0;
constexpr double kMostSteps = 16384.0;
/// What is left to win beyond this part of the bound is not worth more steps.
constexpr double kNearBound = 0.9995;
/// Below this part of the bound, where there is more to change than trees on ten nodes ever have, the best packing is
/// searched on with so many times the steps: where the ports of all nodes are scarce, that
/// still gains a hundredth.
constexpr double kFarBelow = 0.975;
constexpr std::size_t kManyChanges = 1000;
constexpr std::uint64_t kMoreSteps = 8;
/// Trees that are looked at for the packing that searches begin with.
constexpr int kMostColumns = 400;

/// Where a search begins: with trees, or with none and equal shares.
struct Beginning {
    std::vector<tree::TreeEdges> trees;
    std::vector<double> shares;
    /// What a step may make worse at first: good trees are to be changed little.
    double threshold = 0.0;
};

std::vector<double> normalised(std::vector<double> weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) {
        weight /= sum;
    }
    return weights;
}

/// The heaviest of many trees.
Beginning heaviest(const Packing& many, std::size_t most) {
    Beginning result;
    for (std::size_t k = 0; k < most; ++k) {
        result.trees.push_back(many.trees[k].edges);
        result.shares.push_back(many.trees[k].weight);
    }
    result.shares = normalised(std::move(result.shares));
    result.threshold = 0.02;
    return result;
}

/// Trees drawn at random, by their weights.
Beginning drawn(const Packing& many, std::size_t most, base::Random& random) {
    std::vector<WeightedTree> left = many.trees;
    Packing chosen;
    while (chosen.trees.size() < most) {
        double at = 0.0;
        for (const WeightedTree& tree : left) {
            at += tree.weight;
        }
        at *= random.between(0.0, 1.0);
        std::size_t k = 0;
        while (k + 1 < left.size() && at >= left[k].weight) {
            at -= left[k].weight;
            ++k;
        }
        chosen.trees.push_back(std::move(left[k]));
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return heaviest(chosen, most);
}

/// The changes that one step may choose from: other ways into a node of one of the trees.
std::size_t number_of_changes(const graph::Graph& graph, std::size_t most) {
    std::size_t result = 0;
    for (const std::vector<int>& ways_in : graph::edges_in(graph)) {
        result += ways_in.empty() ? 0 : ways_in.size() - 1;
    }
    return result * most;
}

/// Steps of a round: the more there is to change, the more often each change is tried, as others have come between.
std::uint64_t steps_for(std::size_t changes) {
    const auto number = static_cast<double>(changes);
    return static_cast<std::uint64_t>(std::clamp(number * std::sqrt(number), kFewestSteps, kMostSteps));
}

/// Nothing.
Beginning from_scratch(std::size_t most) {
    return {.trees = {}, .shares = std::vector<double>(most, 1.0 / static_cast<double>(most)), .threshold = 0.3};
}

Packing better(Packing a, Packing b) {
    return b.throughput > a.throughput ? std::move(b) : std::move(a);
}

/// What the searches of one packing share.
struct Search {
    const graph::Graph& graph;
    const graph::Resources& resources;
    int source = 0;
    double bound = 0.0;  ///< slices per second

    /// The best packing of all rounds, each of so many steps.
    [[nodiscard]] Packing from(const Beginning& beginning, std::uint64_t steps, base::Random& random) const {
        TreeSearch search(graph, resources, source, bound, beginning.trees, beginning.shares);
        Packing best;
        std::vector<tree::TreeEdges> weighed;
        for (int round = 0; round < kRounds && best.throughput < kNearBound * bound; ++round) {
            search.improve({steps, kFirstSquarings + round, beginning.threshold}, random);
            std::vector<tree::TreeEdges> trees = search.trees();
            if (trees == weighed) {
                continue;  // they have their best weights already
            }
            weighed = std::move(trees);
            std::vector<double> weights = best_weights(resources, weighed);
            best = better(std::move(best), packing_of(weighed, weights));
            search.set_shares(normalised(std::move(weights)));
        }
        return best;
    }
};

}  // namespace

Packer::Packer(const graph::Graph& graph, const graph::Resources& resources, int source, const ThroughputBound& bound)
    : graph_(&graph),
      resources_(&resources),
      source_(source),
      bound_(&bound),
      many_(graph.num_nodes() == 1 ? Packing{.throughput = bound.throughput, .trees = {{bound.throughput, {}}}}
                                   : pack_unlimited(graph, resources, source, bound, kMostColumns)) {}

Packing Packer::pack(const PackingEffort& effort) const {
    const auto most = static_cast<std::size_t>(effort.most_trees);
    if (many_.trees.size() <= most) {
        return many_;
    }
    base::Random random(effort.seed);
    const std::array beginnings{heaviest(many_, most), drawn(many_, most, random), from_scratch(most)};
    const std::size_t changes = number_of_changes(*graph_, most);
    const std::uint64_t steps = steps_for(changes);
    const Search search{*graph_, *resources_, source_, bound_->throughput};
    Packing best;
    for (const Beginning& beginning : beginnings) {
        if (best.throughput < kNearBound * bound_->throughput) {
            best = better(std::move(best), search.from(beginning, steps, random));
        }
    }
    if (best.throughput < kFarBelow * bound_->throughput && changes > kManyChanges) {
        const Beginning beginning = heaviest(best, best.trees.size());
        best = better(std::move(best), search.from(beginning, kMoreSteps * steps, random));
    }
    return best;
}

Packing pack(const graph::Graph& graph, const graph::Resources& resources, int source, const ThroughputBound& bound,
             const PackingEffort& effort) {
    return effort.most_trees == 0 && graph.num_nodes() > 1 ? pack_unlimited(graph, resources, source, bound)
                                                           : Packer(graph, resources, source, bound).pack(effort);
}

}  // namespace causeway::steady_state
