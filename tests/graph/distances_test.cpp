/// Distances by latencies, and graphs with some of their edges.
#include "causeway/graph/distances.hpp"

#include <gtest/gtest.h>

namespace causeway::graph {
namespace {

/// a to b in 5 s, and over c in 1 and 2 s; nothing leads to a.
Graph three_nodes() {
    Graph graph;
    graph.nodes = {"a", "b", "c"};
    graph.edges = {
        {0, 1, Seconds(1.0), Seconds(5.0)}, {0, 2, Seconds(1.0), Seconds(1.0)}, {2, 1, Seconds(1.0), Seconds(2.0)}};
    graph.shared = {{"the uplink of a", {{0, Seconds(0.5)}, {1, Seconds(0.25)}}},
                    {"the trunk", {{0, Seconds(0.5)}}},
                    {"the downlink of b", {{0, Seconds(0.5)}, {2, Seconds(0.125)}}}};
    return graph;
}

TEST(Distances, AreThoseOfTheShortestWay) {
    const Distances distances(three_nodes());
    EXPECT_EQ(distances.between(0, 0), Seconds(0.0));
    EXPECT_EQ(distances.between(0, 1), Seconds(3.0));
    EXPECT_EQ(distances.between(2, 1), Seconds(2.0));
    EXPECT_EQ(distances.between(1, 0), Seconds::infinity());
}

TEST(GraphWithEdges, KeepsWhatTheyShareUnderTheirNewNumbers) {
    const Graph all = three_nodes();
    EXPECT_EQ(with_edges(all, {true, true, true}), all);
    const Graph some = with_edges(all, {false, true, true});
    EXPECT_EQ(some.nodes, all.nodes);
    EXPECT_EQ(some.edges, (std::vector<Edge>{all.edges[1], all.edges[2]}));
    EXPECT_EQ(some.shared, (std::vector<SharedResource>{{"the uplink of a", {{0, Seconds(0.25)}}},
                                                        {"the downlink of b", {{1, Seconds(0.125)}}}}));
}

}  // namespace
}  // namespace causeway::graph
