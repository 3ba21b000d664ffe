#include "causeway/steady_state/sliced_ways.hpp"

#include "causeway/steady_state/slices.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace causeway::steady_state {

std::vector<SlicedWay> sliced_trees(const Packing& packing, int most_slices) {
    std::vector<double> weights;
    for (const WeightedTree& tree : packing.trees) {
        weights.push_back(tree.weight);
    }
    const std::vector<int> slices = slices_per_period(weights, most_slices);
    std::vector<SlicedWay> result;
    for (std::size_t k = 0; k < packing.trees.size(); ++k) {
        if (slices[k] > 0) {
            result.push_back({packing.trees[k].edges, slices[k]});
        }
    }
    return result;
}

namespace {

/// The ways of all demands with whole slices: of each demand as many as `operations` have, rounded up, those that are
/// nearest to their shares.
std::vector<SlicedWay> in_whole_slices(const std::vector<Demand>& demands, const std::vector<Way>& ways,
                                       int operations) {
    constexpr double kRounding = 1e-6;
    std::vector<int> slices(ways.size(), 0);
    for (std::size_t k = 0; k < demands.size(); ++k) {
        std::vector<std::pair<double, std::size_t>> behind;  // what is left of a slice, which way
        auto left = static_cast<int>(std::ceil(operations * demands[k].slices - kRounding));
        for (std::size_t w = 0; w < ways.size(); ++w) {
            if (ways[w].demand == static_cast<int>(k)) {
                const double due = operations * ways[w].slices;
                slices[w] = std::min(left, static_cast<int>(std::floor(due + kRounding)));
                left -= slices[w];
                behind.emplace_back(slices[w] - due, w);
            }
        }
        std::sort(behind.begin(), behind.end());
        for (std::size_t i = 0; left > 0; i = (i + 1) % behind.size()) {
            ++slices[behind[i].second];
            --left;
        }
    }
    std::vector<SlicedWay> result;
    for (std::size_t w = 0; w < ways.size(); ++w) {
        if (slices[w] > 0) {
            result.push_back({ways[w].edges, slices[w]});
        }
    }
    return result;
}

/// How busy one period keeps the busiest resource.
Seconds load_of_period(const graph::Resources& resources, const std::vector<SlicedWay>& ways) {
    std::vector<Seconds> busy(static_cast<std::size_t>(resources.size()));
    for (const SlicedWay& way : ways) {
        for (const int edge : way.edges) {
            for (const graph::Use& use : resources.of_edge(edge)) {
                busy[static_cast<std::size_t>(use.resource)] += static_cast<double>(way.slices) * use.time;
            }
        }
    }
    return *std::max_element(busy.begin(), busy.end());
}

}  // namespace

SlicedSeries sliced_series(const graph::Resources& resources, const std::vector<Demand>& demands,
                           const std::vector<Way>& ways, int most_operations) {
    constexpr double kReallyLess = 1.0 - 1e-9;
    SlicedSeries best;
    Seconds least = Seconds::infinity();
    for (int operations = 1; operations <= most_operations; ++operations) {
        std::vector<SlicedWay> whole = in_whole_slices(demands, ways, operations);
        const Seconds each = load_of_period(resources, whole) / static_cast<double>(operations);
        if (each < kReallyLess * least) {
            least = each;
            best = {.ways = std::move(whole), .passing = Passing::kCopied, .operations = operations};
        }
    }
    return best;
}

}  // namespace causeway::steady_state
