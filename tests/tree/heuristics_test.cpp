/// Every tree heuristic on many graphs, and each one's own idea on a small graph.
#include "causeway/tree/heuristic.hpp"

#include "families.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace causeway::tree {
namespace {

using graph::PortModel;
using graph::Resources;
using testing::ElementsAre;

/// Any rates will do for a tree that spans.
std::vector<double> random_rates(const graph::Graph& graph) {
    base::Random random(11);
    std::vector<double> rates;
    for (int e = 0; e < graph.num_edges(); ++e) {
        rates.push_back(random.below(3) == 0 ? 0.0 : random.between(0.0, 1.0));
    }
    return rates;
}

/// Calls `check(problem, heuristic)` for every heuristic, graph, port model and source; rates are there.
template <typename Check>
void for_each_problem(const Check& check) {
    for (const graph::Graph& graph : graph_families()) {
        const std::vector<double> rates = random_rates(graph);
        for (const PortModel model : kPortModels) {
            const Resources resources(graph, model);
            for (int source = 0; source < graph.num_nodes(); ++source) {
                const TreeProblem problem{graph, resources, source, rates, {.steps = 300, .seed = 1}};
                for (const Heuristic* heuristic : heuristics().members()) {
                    SCOPED_TRACE(fmt::format("{}: {} from node {}, port {}", heuristic->name, graph.name, source,
                                             graph::name_of(model)));
                    check(problem, *heuristic);
                }
            }
        }
    }
}

TEST(EveryTreeHeuristic, ReachesEveryNodeInOrder) {
    for_each_problem([](const TreeProblem& problem, const Heuristic& heuristic) {
        const TreeEdges edges = heuristic.build(problem);
        std::vector<bool> reached(problem.graph.nodes.size(), false);
        reached[static_cast<std::size_t>(problem.source)] = true;
        for (const int e : edges) {
            const graph::Edge& edge = problem.graph.edges[static_cast<std::size_t>(e)];
            EXPECT_TRUE(heuristic.is_routed || reached[static_cast<std::size_t>(edge.from)]) << "edge " << e;
            reached[static_cast<std::size_t>(edge.to)] = true;
        }
        EXPECT_THAT(reached, testing::Each(true));
        if (!heuristic.is_routed) {
            EXPECT_TRUE(is_spanning_tree(problem.graph, problem.source, edges));
        }
    });
}

TEST(EveryTreeHeuristic, AnswersAlikeWhenAskedAgain) {
    for_each_problem([](const TreeProblem& problem, const Heuristic& heuristic) {
        EXPECT_EQ(heuristic.build(problem), heuristic.build(problem));
    });
}

TEST(EveryTreeHeuristic, FindsTheOnlyTreeThereIs) {
    const graph::Graph graph = path_graph(6);
    const std::vector<double> rates(graph.edges.size(), 1.0);
    const Resources resources(graph, PortModel::kOnePort);
    for (const Heuristic* heuristic : heuristics().members()) {
        if (!heuristic->is_routed) {
            EXPECT_THAT(heuristic->build({graph, resources, 0, rates}), ElementsAre(0, 2, 4, 6, 8)) << heuristic->name;
        }
    }
}

TEST(EveryTreeHeuristic, OfTwoNodesSendsOneSlicePerEdgeTime) {
    graph::Graph graph = graph_of(2);
    graph.edges = {{0, 1, Seconds(0.25), {}}};
    const std::vector<double> rates{4.0};
    for (const PortModel model : kPortModels) {
        const Resources resources(graph, model);
        for (const Heuristic* heuristic : heuristics().members()) {
            EXPECT_EQ(throughput(resources, heuristic->build({graph, resources, 0, rates})), 4.0) << heuristic->name;
        }
    }
}

/// What `name` makes of `graph` from node 0, one-port.
TreeEdges tree_of(const char* name, const graph::Graph& graph, std::span<const double> rates = {}) {
    const Resources resources(graph, PortModel::kOnePort);
    return heuristics().at(name, "test").build({graph, resources, 0, rates});
}

TEST(SimplePruning, KeepsTheFastestEdgesWhateverTheirSenderHasToDo) {
    graph::Graph graph = graph_of(3);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {0, 2, Seconds(2.0), {}}, {1, 2, Seconds(2.5), {}}};
    EXPECT_THAT(tree_of("simple-pruning", graph), ElementsAre(0, 1));
}

TEST(RefinedPruning, TakesFromTheNodeThatHasMostToSend) {
    graph::Graph graph = graph_of(3);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {0, 2, Seconds(2.0), {}}, {1, 2, Seconds(2.5), {}}};
    EXPECT_THAT(tree_of("refined-pruning", graph), ElementsAre(0, 2));
}

TEST(Growing, PrefersANodeThatSendsLittleToTheCheapestEdge) {
    graph::Graph graph = graph_of(3);
    graph.edges = {{0, 1, Seconds(2.0), {}}, {0, 2, Seconds(2.5), {}}, {1, 2, Seconds(4.0), {}}};
    EXPECT_THAT(tree_of("growing", graph), ElementsAre(0, 2));
}

TEST(GrowingAccumulated, ShunsANodeThatHasManyChildren) {
    graph::Graph graph = graph_of(5);
    graph.edges = {{0, 1, Seconds(1.0), {}},
                   {0, 2, Seconds(1.0), {}},
                   {0, 3, Seconds(1.0), {}},
                   {1, 4, Seconds(3.5), {}},
                   {0, 4, Seconds(1.0), {}}};
    EXPECT_THAT(tree_of("growing", graph), ElementsAre(0, 1, 2, 3)) << "the fourth child costs 4";
    EXPECT_THAT(tree_of("growing-accumulated", graph), ElementsAre(0, 1, 3, 2)) << "the third costs 1 + 1 + 2";
}

TEST(GrowingMultiPort, GivesANodeAsManyChildrenAsItsLinksAreSlow) {
    graph::Graph graph = graph_of(5);
    graph.edges = {{0, 1, Seconds(4.0), {}}, {0, 2, Seconds(4.0), {}}, {0, 3, Seconds(4.0), {}},
                   {1, 3, Seconds(4.5), {}}, {0, 4, Seconds(4.0), {}}, {1, 4, Seconds(4.5), {}}};
    graph.send_time.assign(5, Seconds(1.3));
    EXPECT_THAT(tree_of("growing-multi-port", graph), ElementsAre(0, 1, 2, 5)) << "four children: 5.2 s";
    EXPECT_THAT(tree_of("growing", graph), ElementsAre(0, 3, 1, 5)) << "it adds up the links";
}

TEST(LpPruningAndGrowing, KeepWhatCarriesMost) {
    graph::Graph graph = graph_of(3);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {0, 2, Seconds(9.0), {}}, {1, 2, Seconds(1.0), {}}};
    const std::vector<double> rates{0.5, 0.4, 0.3};
    EXPECT_THAT(tree_of("lp-pruning", graph, rates), ElementsAre(0, 1));
    EXPECT_THAT(tree_of("lp-growing", graph, rates), ElementsAre(0, 1));
}

TEST(Binomial, IsTheTreeOfMpiOnACompleteGraph) {
    graph::Graph graph = complete_graph(8);
    for (graph::Edge& edge : graph.edges) {
        edge.time = Seconds(1.0);
    }
    std::vector<std::pair<int, int>> hops;
    const Resources resources(graph, PortModel::kOnePort);
    for (const int e : heuristics().at("binomial", "test").build({graph, resources, 3})) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        hops.emplace_back((edge.from + 8 - 3) % 8, (edge.to + 8 - 3) % 8);
    }
    using Hop = std::pair<int, int>;
    EXPECT_THAT(hops, ElementsAre(Hop(0, 4), Hop(0, 2), Hop(0, 1), Hop(2, 3), Hop(4, 6), Hop(4, 5), Hop(6, 7)));
}

TEST(Binomial, LoadsEveryRelayOnTheWay) {
    graph::Graph graph = path_graph(4);
    const TreeEdges edges = tree_of("binomial", graph);
    EXPECT_THAT(edges, ElementsAre(0, 2, 0, 4)) << "0 to 2 by way of 1, 0 to 1, 2 to 3";
    const double twice = 2.0 * graph.edges[0].time.value();
    EXPECT_GE(Resources(graph, PortModel::kOnePort).period(edges).value(), twice);
}

TEST(Binomial, ComesFromTheSourceWhereASenderHasNoWay) {
    graph::Graph graph = graph_of(4);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {0, 2, Seconds(1.0), {}}, {0, 3, Seconds(1.0), {}}};
    EXPECT_THAT(tree_of("binomial", graph), ElementsAre(1, 0, 2));
}

TEST(FastestNodeFirst, IsBinomialOnASwitchOfEquals) {
    graph::Graph graph = complete_graph(8);
    for (graph::Edge& edge : graph.edges) {
        edge.time = Seconds(1.0);
    }
    std::vector<int> children(8, 0);
    for (const int e : tree_of("fastest-node-first", graph)) {
        ++children[static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(e)].from)];
    }
    EXPECT_THAT(children, ElementsAre(3, 2, 1, 1, 0, 0, 0, 0));
}

TEST(FastestNodeFirst, ServesTheFastestSenderFirst) {
    graph::Graph graph = complete_graph(4);
    for (graph::Edge& edge : graph.edges) {
        edge.time = edge.from == 2 ? Seconds(0.1) : Seconds(1.0);
    }
    const TreeEdges edges = tree_of("fastest-node-first", graph);
    EXPECT_EQ(graph.edges[static_cast<std::size_t>(edges[0])].to, 2);
    EXPECT_EQ(graph.edges[static_cast<std::size_t>(edges[1])].from, 2);
    EXPECT_EQ(graph.edges[static_cast<std::size_t>(edges[2])].from, 2);
}

}  // namespace
}  // namespace causeway::tree
