#include "causeway/steady_state/binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace causeway::steady_state {

namespace {

constexpr std::size_t kMostNamed = 4;  ///< nodes or resources in a sentence; of more, the rest is counted

std::string listed(const std::vector<std::string>& names) {
    if (names.size() <= kMostNamed) {
        return fmt::format("{}", fmt::join(names, ", "));
    }
    constexpr std::size_t kNamed = kMostNamed - 1;
    return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kNamed, ", "), names.size() - kNamed);
}

/// "everything into b0, b1", by the smaller side of the cut.
std::string crossing(const graph::Graph& graph, const PricedCut& cut) {
    std::vector<std::string> near;
    std::vector<std::string> beyond;
    for (int node = 0; node < graph.num_nodes(); ++node) {
        const bool is_near = std::binary_search(cut.near.begin(), cut.near.end(), node);
        (is_near ? near : beyond).push_back(graph.nodes[static_cast<std::size_t>(node)]);
    }
    return near.size() < beyond.size() ? fmt::format("everything out of {}", listed(near))
                                       : fmt::format("everything into {}", listed(beyond));
}

/// Whether every edge across the cut keeps the resource busy.
bool all_pass(const graph::Graph& graph, const graph::Resources& resources, int resource, const PricedCut& cut) {
    for (int e = 0; e < graph.num_edges(); ++e) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        if (std::binary_search(cut.near.begin(), cut.near.end(), edge.from) &&
            !std::binary_search(cut.near.begin(), cut.near.end(), edge.to)) {
            const auto uses = resources.of_edge(e);
            if (std::none_of(uses.begin(), uses.end(), [&](const graph::Use& use) {
                    return use.resource == resource && use.time > Seconds(0.0);
                })) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

std::string what_binds(const graph::Graph& graph, const graph::Resources& resources, std::span<const double> prices,
                       std::span<const PricedCut> cuts) {
    std::vector<std::size_t> order(prices.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return prices[a] > prices[b]; });
    const double total = std::accumulate(prices.begin(), prices.end(), 0.0);
    const auto name = [&](std::size_t r) { return resources[static_cast<int>(r)].name; };

    constexpr double kNearlyAll = 0.9;  // of the price
    if (prices[order.front()] >= kNearlyAll * total) {
        for (const PricedCut& cut : cuts) {
            if (all_pass(graph, resources, static_cast<int>(order.front()), cut)) {
                return fmt::format("{}, which {} passes", name(order.front()), crossing(graph, cut));
            }
        }
        return name(order.front());
    }
    constexpr double kPercent = 100.0;
    std::vector<std::string> named;
    for (const std::size_t r : order) {
        constexpr double kNegligible = 1e-6;
        if (prices[r] > kNegligible * total) {
            named.push_back(fmt::format("{} ({:.0f} %)", name(r), kPercent * prices[r] / total));
        }
    }
    if (cuts.empty()) {
        return listed(named);
    }
    if (cuts.size() == 1) {
        return fmt::format("{}: {}", listed(named), crossing(graph, cuts.front()));
    }
    return fmt::format("{}; the heaviest cut ({:.0f} %) is {}", listed(named), kPercent * cuts.front().weight,
                       crossing(graph, cuts.front()));
}

}  // namespace causeway::steady_state
