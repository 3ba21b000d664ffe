/// Trees on a graph of clusters as plans: through the plan file and back, valid, over the very trees.
#include "causeway/several_trees/plan_over_trees.hpp"

#include "causeway/graph/resources.hpp"
#include "causeway/plan/fit.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/steady_state/throughput_bound.hpp"
#include "causeway/tree/heuristic.hpp"
#include "tests/planner/decisions.hpp"
#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace causeway::several_trees {
namespace {

using scheme::Operation;
using steady_state::Packing;

constexpr Bytes kMessage{4 << 20};

/// The graph of a grid's clusters from which data goes on, as the trees of a broadcast or reduction lead.
struct Clusters {
    Clusters(const test::Grid& grid, Operation operation)
        : graph(cluster_graph(grid.platform, grid.placement, 0, kTypicalSegment)),
          from_source_on(scheme::comes_up(operation) ? graph::reversed(graph.graph) : graph.graph),
          resources(graph.graph, graph::PortModel::kMultiPort) {}

    ClusterGraph graph;
    graph::Graph from_source_on;
    graph::Resources resources;
};

/// What a job that reads the plan's file would run.
plan::Plan read_back(const plan::Plan& plan, const test::Grid& grid) {
    const plan::Plan read = plan::parse_plan(plan::to_json_text(plan, grid.platform), "plan.json", grid.platform);
    EXPECT_EQ(read, plan);
    EXPECT_EQ(plan::misfit(read, grid.placement), "");
    EXPECT_NO_THROW(plan::verify(read, grid.placement));
    return read;
}

TEST(PlanOverTrees, OfAnyTreeOrPackingIsReadBackAndValid) {
    std::mt19937_64 random(91);
    for (int round = 0; round < 6; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = 5, .hosts = 3, .processes = 2});
        for (const Operation operation : {Operation::kBroadcast, Operation::kReduce}) {
            const Clusters clusters(grid, operation);
            if (clusters.graph.graph.num_nodes() < 2) {
                continue;
            }
            const int source = test::random_int(random, 0, clusters.graph.graph.num_nodes() - 1);
            const graph::Graph& graph = clusters.from_source_on;
            const auto bound = steady_state::throughput_bound(graph, clusters.resources, source);
            const Packing packing =
                steady_state::pack(graph, clusters.resources, source, bound, {.most_trees = 4, .seed = 1});
            const tree::TreeEdges one =
                tree::heuristics().at("growing", "test").build({graph, clusters.resources, source});
            for (const Packing& trees : {packing, Packing{1.0, {{1.0, one}}}}) {
                const auto candidate = plan_over_trees(grid.platform, grid.placement, clusters.graph, operation, source,
                                                       kMessage, trees, "of the test");
                ASSERT_TRUE(candidate);
                EXPECT_GT(candidate->time, Seconds(0.0));
                const plan::Plan plan = read_back(candidate->plan, grid);
                EXPECT_EQ(plan.operation, operation);
                EXPECT_EQ(grid.placement.cluster_of(plan.root),
                          clusters.graph.clusters[static_cast<std::size_t>(source)]);
                EXPECT_EQ(plan.trees.front().order, "of the test");
            }
        }
    }
}

TEST(PlanOverTrees, SendsAlongTheEdgesOfTheTree) {
    const test::Grid grid = planner::three_sites();
    const Clusters clusters(grid, Operation::kBroadcast);
    const graph::Graph& graph = clusters.graph.graph;
    Packing chain{1.0, {{1.0, {}}}};
    for (const auto& [from, to] : {std::pair(1, 0), std::pair(0, 2)}) {
        for (int e = 0; e < graph.num_edges(); ++e) {
            const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            if (edge.from == from && edge.to == to) {
                chain.trees[0].edges.push_back(e);
            }
        }
    }
    const auto candidate = plan_over_trees(grid.platform, grid.placement, clusters.graph, Operation::kBroadcast, 1,
                                           kMessage, chain, "chain");
    ASSERT_TRUE(candidate);
    const std::vector<plan::ClusterTree> trees = plan::trees_of(candidate->plan.trees.front());
    ASSERT_EQ(trees.size(), 1U);
    EXPECT_THAT(trees[0].sends, testing::ElementsAre(plan::ClusterSend{1, 0}, plan::ClusterSend{0, 2}));
}

TEST(PlanOverTrees, ThereIsNoneOfOneCluster) {
    test::Grid grid = planner::three_sites();
    grid.platform.clusters.resize(1);
    grid.platform.links.clear();
    grid.placement = platform::full_placement(grid.platform);
    const Clusters clusters(grid, Operation::kBroadcast);
    EXPECT_FALSE(
        plan_over_trees(grid.platform, grid.placement, clusters.graph, Operation::kBroadcast, 0, kMessage, {}, "none"));
}

}  // namespace
}  // namespace causeway::several_trees
