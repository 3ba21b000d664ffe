/// Cheapest trees, against all trees of small graphs.
#include "causeway/steady_state/arborescence.hpp"

#include "tests/steady_state/random_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace causeway::steady_state {
namespace {

double cost_of(const tree::TreeEdges& tree, const std::vector<double>& costs) {
    double result = 0.0;
    for (const int edge : tree) {
        result += costs[static_cast<std::size_t>(edge)];
    }
    return result;
}

/// The least cost over every choice of one edge into each node that makes a tree.
double least_cost(const graph::Graph& graph, int source, const std::vector<double>& costs) {
    const std::vector<std::vector<int>> in = graph::edges_in(graph);
    double least = std::numeric_limits<double>::infinity();
    std::vector<int> chosen;
    const std::function<void(int)> choose = [&](int node) {
        if (node == graph.num_nodes()) {
            if (tree::is_spanning_tree(graph, source, chosen)) {
                least = std::min(least, cost_of(chosen, costs));
            }
            return;
        }
        if (node == source) {
            choose(node + 1);
            return;
        }
        for (const int edge : in[static_cast<std::size_t>(node)]) {
            chosen.push_back(edge);
            choose(node + 1);
            chosen.pop_back();
        }
    };
    choose(0);
    return least;
}

TEST(CheapestTree, CostsWhatTheBestOfAllTreesCosts) {
    base::Random random(3);
    for (int i = 0; i < 300; ++i) {
        const int nodes = 1 + random.below(7);
        const graph::Graph graph = random_graphs::of_density(nodes, random.between(0.0, 0.7), random.next());
        std::vector<double> costs;
        for (int e = 0; e < graph.num_edges(); ++e) {
            costs.push_back(random.below(6));  // small whole numbers: many ties, exact sums
        }
        const int source = random.below(nodes);
        const tree::TreeEdges tree = cheapest_tree(graph, source, costs);
        ASSERT_TRUE(tree::is_spanning_tree(graph, source, tree));
        EXPECT_EQ(cost_of(tree, costs), least_cost(graph, source, costs));
    }
}

TEST(CheapestTree, LeavesCyclesWithinCyclesByTheirCheapestWay) {
    // 1 and 2 would take each other, then both and 3 would; 0 is far from all.
    graph::Graph graph = random_graphs::without_edges(4);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {0, 3, Seconds(1.0), {}}, {1, 2, Seconds(1.0), {}},
                   {2, 1, Seconds(1.0), {}}, {2, 3, Seconds(1.0), {}}, {3, 1, Seconds(1.0), {}}};
    EXPECT_THAT(cheapest_tree(graph, 0, std::vector{20.0, 10.0, 1.0, 1.0, 2.0, 3.0}),
                testing::UnorderedElementsAre(1, 5, 2));
    EXPECT_THAT(cheapest_tree(graph, 0, std::vector{10.0, 20.0, 1.0, 1.0, 2.0, 3.0}),
                testing::UnorderedElementsAre(0, 2, 4));
}

}  // namespace
}  // namespace causeway::steady_state
