/// The local search: never worse than where it begins, as good as the best tree where all can be tried.
#include "causeway/tree/changing_tree.hpp"
#include "causeway/tree/heuristic.hpp"

#include "families.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace causeway::tree {
namespace {

using graph::PortModel;
using graph::Resources;

constexpr std::array kAllPortModels{PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort};

const Heuristic& local_search() {
    return heuristics().at("local-search", "test");
}

/// The least period of all spanning trees: every choice of an edge into each node.
Seconds least_period(const graph::Graph& graph, const Resources& resources, int source) {
    const std::vector<std::vector<int>> in = graph::edges_in(graph);
    std::vector<std::size_t> choice(graph.nodes.size(), 0);
    Seconds least = Seconds::infinity();
    while (true) {
        TreeEdges edges;
        for (int node = 0; node < graph.num_nodes(); ++node) {
            if (node != source) {
                edges.push_back(in[static_cast<std::size_t>(node)][choice[static_cast<std::size_t>(node)]]);
            }
        }
        if (is_spanning_tree(graph, source, edges)) {
            least = std::min(least, resources.period(edges));
        }
        std::size_t node = 0;
        while (node < choice.size() && (static_cast<int>(node) == source || ++choice[node] == in[node].size())) {
            choice[node] = 0;
            ++node;
        }
        if (node == choice.size()) {
            return least;
        }
    }
}

TEST(LocalSearch, IsWithinAHundredthOfTheBestTreeOfSmallGraphs) {
    std::vector<graph::Graph> graphs{complete_graph(5), with_trunk(complete_graph(5)), star_graph(6)};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        graphs.push_back(random_graph(7, 14, seed));
        graphs.push_back(with_trunk(random_graph(7, 14, seed)));
    }
    for (const graph::Graph& graph : graphs) {
        for (const PortModel model : kAllPortModels) {
            const Resources resources(graph, model);
            const TreeEdges edges = local_search().build({graph, resources, 1, {}, {.steps = 20'000, .seed = 1}});
            EXPECT_LE(resources.period(edges), 1.01 * least_period(graph, resources, 1)) << graph::name_of(model);
        }
    }
}

TEST(LocalSearch, IsNeverWorseThanAnyOtherTree) {
    for (const graph::Graph& graph : graph_families()) {
        const std::vector<double> rates(graph.edges.size(), 1.0);
        for (const PortModel model : kAllPortModels) {
            const Resources resources(graph, model);
            for (const std::int64_t steps : {0, 1, 1000}) {
                const TreeProblem problem{graph, resources, 0, rates, {.steps = steps, .seed = 1}};
                const Seconds found = resources.period(local_search().build(problem));
                for (const Heuristic* heuristic : heuristics().members()) {
                    if (!heuristic->searches && !heuristic->is_routed) {
                        EXPECT_LE(found, resources.period(heuristic->build(problem))) << heuristic->name;
                    }
                }
            }
        }
    }
}

TEST(LocalSearch, BeginsWithTheTreesOfTheLinearProgramIfThereAreRates) {
    graph::Graph graph = complete_graph(6);
    const Resources resources(graph, PortModel::kOnePort);
    // Rates on a chain of the fastest edge out of each node tell it what 0 steps could not find.
    std::vector<double> rates(graph.edges.size(), 0.0);
    for (int e = 0; e < graph.num_edges(); ++e) {
        graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        const bool on_chain = edge.to == (edge.from * 2) % 7 || (edge.from == 0 && edge.to == 1);
        edge.time = on_chain && edge.from != 3 ? Seconds(1.9) : Seconds(edge.from == 0 ? 1.0 : 2.0);
        rates[static_cast<std::size_t>(e)] = on_chain ? 1.0 : 0.0;
    }
    const TreeProblem without{graph, resources, 0, {}, {.steps = 0, .seed = 1}};
    TreeProblem with = without;
    with.rates = rates;
    EXPECT_LE(resources.period(local_search().build(with)), resources.period(local_search().build(without)));
}

TEST(LocalSearch, DependsOnTheSeedOnly) {
    const graph::Graph graph = random_graph(30, 150, 5);
    const Resources resources(graph, PortModel::kOnePort);
    const TreeProblem problem{graph, resources, 0, {}, {.steps = 3000, .seed = 1}};
    TreeProblem other = problem;
    other.effort.seed = 2;
    EXPECT_EQ(local_search().build(problem), local_search().build(problem));
    EXPECT_NE(local_search().build(problem), local_search().build(other));
}

TEST(ChangingTree, KeepsLoadsAndOverloadThroughManyExchanges) {
    const graph::Graph graph = with_trunk(random_graph(15, 80, 3));
    for (const PortModel model : kAllPortModels) {
        const Resources resources(graph, model);
        const TreeEdges start = heuristics().at("growing", "test").build({graph, resources, 0});
        ChangingTree tree(graph, resources, 0, start);
        tree.set_limit(0.7 * resources.period(start));
        base::Random random(4);
        int exchanges = 0;
        for (int step = 0; step < 3000; ++step) {
            const int edge = random.below(graph.num_edges());
            if (tree.holds(edge)) {
                continue;
            }
            const std::vector<int> cuts = tree.cuts_for(edge);
            if (cuts.empty()) {
                continue;
            }
            const TreeEdges before = tree.edges();
            const int node = cuts[static_cast<std::size_t>(random.below(static_cast<int>(cuts.size())))];
            const int parent_edge = tree.parent_edge(node);
            tree.exchange(node, edge);
            ++exchanges;
            const TreeEdges edges = tree.edges();
            ASSERT_TRUE(is_spanning_tree(graph, 0, edges));
            EXPECT_TRUE(tree.holds(edge));
            EXPECT_FALSE(tree.holds(parent_edge));
            EXPECT_NEAR(tree.period().value(), resources.period(edges).value(), 1e-9);
            double overload = 0.0;
            for (const Seconds load : resources.load(edges)) {
                overload += std::max(0.0, (load - tree.limit()).value());
            }
            EXPECT_NEAR(tree.overload().value(), overload, 1e-9);
            if (random.below(2) == 0) {
                tree.exchange(graph.edges[static_cast<std::size_t>(edge)].to, parent_edge);
                EXPECT_EQ(tree.edges(), before);
            }
        }
        EXPECT_GT(exchanges, 100);
    }
}

}  // namespace
}  // namespace causeway::tree
