/// Broadcast trees and their throughput.
#include "causeway/tree/broadcast_tree.hpp"

#include "families.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace causeway::tree {
namespace {

/// 0 -> 1, 0 -> 2, 1 -> 2, 2 -> 3, 3 -> 1
graph::Graph small_graph() {
    graph::Graph graph = graph_of(4);
    graph.edges = {{0, 1, Seconds(1.0), {}},
                   {0, 2, Seconds(2.0), {}},
                   {1, 2, Seconds(3.0), {}},
                   {2, 3, Seconds(4.0), {}},
                   {3, 1, Seconds(5.0), {}}};
    return graph;
}

TEST(BroadcastTree, SpansWhenEveryNodeButTheSourceReceivesOnce) {
    const graph::Graph graph = small_graph();
    EXPECT_TRUE(is_spanning_tree(graph, 0, std::vector<int>{0, 1, 3}));
    EXPECT_TRUE(is_spanning_tree(graph, 0, std::vector<int>{3, 4, 1})) << "in any order";
    EXPECT_FALSE(is_spanning_tree(graph, 0, std::vector<int>{0, 1})) << "3 receives nothing";
    EXPECT_FALSE(is_spanning_tree(graph, 0, std::vector<int>{2, 3, 4})) << "a circle beside the source";
    EXPECT_FALSE(is_spanning_tree(graph, 0, std::vector<int>{0, 1, 2})) << "2 receives twice, 3 nothing";
    EXPECT_FALSE(is_spanning_tree(graph, 0, std::vector<int>{0, 1, 2, 3})) << "2 receives twice";
    EXPECT_FALSE(is_spanning_tree(graph, 0, std::vector<int>{0, 0, 1, 3})) << "1 receives twice";
    EXPECT_FALSE(is_spanning_tree(graph, 1, std::vector<int>{0, 1, 3})) << "of another source";
}

TEST(BroadcastTree, IsListedFromTheSourceOn) {
    const graph::Graph graph = small_graph();
    EXPECT_THAT(from_source_on(graph, 0, std::vector<int>{4, 3, 1}), testing::ElementsAre(1, 3, 4));
    EXPECT_THAT(parent_edges(graph, std::vector<int>{4, 3, 1}), testing::ElementsAre(-1, 4, 1, 3));
}

TEST(BroadcastTree, CarriesASliceInEveryPeriodOfItsBusiestResource) {
    const graph::Graph graph = small_graph();
    const graph::Resources resources(graph, graph::PortModel::kOnePort);
    EXPECT_EQ(throughput(resources, std::vector<int>{0, 1, 3}), 0.25);
    EXPECT_TRUE(std::isinf(throughput(resources, std::vector<int>{}))) << "nothing is to be sent";
}

}  // namespace
}  // namespace causeway::tree
