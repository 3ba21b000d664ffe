/// What a slice over an edge occupies, by each port model.
#include "causeway/graph/resources.hpp"

#include "causeway/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace causeway::graph {
namespace {

/// p0 -> p1 (2 s), p0 -> p2 (3 s), p1 -> p2 (5 s), p2 -> p0 (7 s)
Graph small_graph() {
    Graph graph;
    graph.nodes = {"p0", "p1", "p2"};
    graph.edges = {
        {0, 1, Seconds(2.0), {}}, {0, 2, Seconds(3.0), {}}, {1, 2, Seconds(5.0), {}}, {2, 0, Seconds(7.0), {}}};
    return graph;
}

TEST(Resources, OnePortAddsUpWhatANodeSendsAndWhatItReceives) {
    const Resources resources(small_graph(), PortModel::kOnePort);
    EXPECT_EQ(resources.period(std::vector<int>{0, 1}), Seconds(5.0));
    EXPECT_EQ(resources.period(std::vector<int>{0, 2}), Seconds(5.0));
    EXPECT_EQ(resources.period(std::vector<int>{0, 0, 2}), Seconds(5.0));
    EXPECT_EQ(resources.period(std::vector<int>{1, 2}), Seconds(8.0));
}

TEST(Resources, UnidirectionalOnePortAddsUpBoth) {
    const Resources resources(small_graph(), PortModel::kOnePortUnidirectional);
    EXPECT_EQ(resources.period(std::vector<int>{0, 1}), Seconds(5.0));
    EXPECT_EQ(resources.period(std::vector<int>{0, 2}), Seconds(7.0));
}

TEST(Resources, MultiPortTakesSendTimesAndTheLongestLink) {
    Graph graph = small_graph();
    graph.send_time = {Seconds(1.0), Seconds(1.0), Seconds(1.0)};
    EXPECT_EQ(Resources(graph, PortModel::kMultiPort).period(std::vector<int>{0, 1}), Seconds(3.0));
    graph.send_time = {Seconds(2.0), Seconds(1.0), Seconds(1.0)};
    EXPECT_EQ(Resources(graph, PortModel::kMultiPort).period(std::vector<int>{0, 1}), Seconds(4.0));
}

TEST(Resources, SendTimesThatAreNotKnownAreFourFifthsOfTheFastestEdge) {
    const std::vector<Seconds> usual = usual_send_times(small_graph());
    EXPECT_EQ(usual, (std::vector<Seconds>{0.8 * Seconds(2.0), 0.8 * Seconds(5.0), 0.8 * Seconds(7.0)}));
}

TEST(Resources, WhatEdgesShareCountsWithEveryPortModel) {
    Graph graph = small_graph();
    graph.shared = {{"the trunk", {{0, Seconds(4.0)}, {2, Seconds(5.0)}}}};
    for (const PortModel model : {PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort}) {
        EXPECT_EQ(Resources(graph, model).period(std::vector<int>{0, 2}), Seconds(9.0)) << name_of(model);
    }
}

TEST(PortModel, AnUnknownNameIsAnsweredWithTheNamesThereAre) {
    try {
        (void)port_model_named("two", "--port");
        FAIL() << "accepted";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("--port"), testing::HasSubstr("'two'"),
                                                 testing::HasSubstr("one-unidirectional")));
    }
    EXPECT_EQ(port_model_named("multi", "--port"), PortModel::kMultiPort);
}

TEST(Graph, TellsWhatTheSourceCannotReach) {
    Graph graph = small_graph();
    EXPECT_THAT(unreachable_from(graph, 1), testing::IsEmpty());
    graph.edges.pop_back();
    EXPECT_THAT(unreachable_from(graph, 1), testing::ElementsAre(0));
}

}  // namespace
}  // namespace causeway::graph
