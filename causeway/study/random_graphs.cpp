#include "causeway/study/random_graphs.hpp"

#include "causeway/base/error.hpp"
#include "causeway/graph/resources.hpp"
#include "causeway/study/normal.hpp"
#include "causeway/study/requirement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::study {

namespace {

constexpr std::string_view kGraphsSource = "random graphs";

/// How far from the mean a bandwidth may be, in deviations.
constexpr double kFarthest = 4.0;

void require_valid(const RandomGraphs& family) {
    require(kGraphsSource, family.nodes >= 1, "nodes", fmt::format("{}", family.nodes), "at least 1");
    require(kGraphsSource, family.density >= 0.0 && family.density <= 1.0, "density", fmt::format("{}", family.density),
            "a number from 0 to 1");
    require(kGraphsSource, family.mean.value() > 0.0 && std::isfinite(family.mean.value()), "mean",
            fmt::format("{} B/s", family.mean.value()), "a bandwidth > 0");
    require(kGraphsSource,
            family.deviation.value() >= 0.0 && kFarthest * family.deviation.value() < family.mean.value(), "deviation",
            fmt::format("{} B/s", family.deviation.value()), "at least 0 and less than a quarter of the mean");
    require(kGraphsSource, family.slice >= Bytes(1), "slice", fmt::format("{} B", family.slice.value()),
            "at least 1 byte");
}

/// Nodes that links join.
class Components {
public:
    explicit Components(int nodes) : parent_(static_cast<std::size_t>(nodes)), number_(nodes) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    [[nodiscard]] int number() const { return number_; }

    /// Returns false when both were in one component already.
    bool join(int a, int b) {
        const int root_a = root(a);
        const int root_b = root(b);
        if (root_a == root_b) {
            return false;
        }
        parent_[static_cast<std::size_t>(root_b)] = root_a;
        --number_;
        return true;
    }

private:
    [[nodiscard]] int root(int node) {
        while (parent_[static_cast<std::size_t>(node)] != node) {
            int& parent = parent_[static_cast<std::size_t>(node)];
            parent = parent_[static_cast<std::size_t>(parent)];
            node = parent;
        }
        return node;
    }

    std::vector<int> parent_;
    int number_;
};

/// Pairs of nodes, the lower first, ascending.
std::vector<std::pair<int, int>> random_links(const RandomGraphs& family, base::Random& random) {
    std::vector<std::pair<int, int>> links;
    Components components(family.nodes);
    for (int a = 0; a < family.nodes; ++a) {
        for (int b = a + 1; b < family.nodes; ++b) {
            if (random.between(0.0, 1.0) < family.density) {
                links.emplace_back(a, b);
                components.join(a, b);
            }
        }
    }
    while (components.number() > 1) {
        const int a = random.below(family.nodes);
        const int b = random.below(family.nodes);
        if (components.join(a, b)) {
            links.emplace_back(std::min(a, b), std::max(a, b));
        }
    }
    std::sort(links.begin(), links.end());
    return links;
}

BytesPerSecond random_bandwidth(const RandomGraphs& family, base::Random& random) {
    while (true) {
        const double deviations = normal(random);
        if (std::abs(deviations) <= kFarthest) {
            return BytesPerSecond(family.mean.value() + deviations * family.deviation.value());
        }
    }
}

}  // namespace

double density(const graph::Graph& graph) {
    const double nodes = graph.num_nodes();
    return nodes < 2.0 ? 0.0 : graph.num_edges() / (nodes * (nodes - 1.0));
}

graph::Graph random_graph(const RandomGraphs& family, base::Random& random) {
    require_valid(family);
    graph::Graph result;
    result.name = fmt::format("random, {} nodes, density {}", family.nodes, family.density);
    result.slice = family.slice;
    for (int node = 0; node < family.nodes; ++node) {
        result.nodes.push_back(fmt::format("p{}", node));
    }
    for (const auto& [a, b] : random_links(family, random)) {
        result.edges.push_back({a, b, family.slice / random_bandwidth(family, random), {}});
        result.edges.push_back({b, a, family.slice / random_bandwidth(family, random), {}});
    }
    result.send_time = graph::usual_send_times(result);
    return result;
}

}  // namespace causeway::study
