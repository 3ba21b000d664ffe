#include "causeway/tree/heuristic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace causeway::tree {
namespace {

TEST(Growing, PrefersANodeThatSendsLittleToTheCheapestEdge) {
    graph::Graph graph;
    graph.nodes = {"p0", "p1", "p2"};
    graph.edges = {{0, 1, Seconds(2.0), {}}, {0, 2, Seconds(2.5), {}}, {1, 2, Seconds(4.0), {}}};
    const graph::Resources resources(graph, graph::PortModel::kOnePort);
    const TreeEdges edges = heuristics().at("growing", "test").build({graph, resources, 0});
    EXPECT_THAT(edges, testing::ElementsAre(0, 2));
    EXPECT_TRUE(is_spanning_tree(graph, 0, edges));
    EXPECT_EQ(throughput(resources, edges), 0.25);
}

}  // namespace
}  // namespace causeway::tree
