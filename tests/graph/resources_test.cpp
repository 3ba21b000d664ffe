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

TEST(Resources, StagesFollowEachOtherAndAProcessorDoesOneThingAtATime) {
    Graph graph = small_graph();
    graph.send_time = {Seconds(1.0), Seconds(0.5), Seconds(0.25)};
    graph.receive_time = {Seconds(0.0), Seconds(4.0), Seconds(3.0)};
    graph.edges[2].latency = Seconds(10.0);
    graph.shared = {{"the trunk", {{0, Seconds(9.0)}}}};
    const Resources resources(graph, PortModel::kSendLinkReceive);
    EXPECT_EQ(resources.transit(2), Seconds(0.5 + 5.0 + 10.0 + 3.0));
    EXPECT_EQ(resources.transit(0), Seconds(1.0 + 9.0 + 4.0)) << "the trunk is slower than the link";
    EXPECT_EQ(resources.period(std::vector<int>{1, 2}), Seconds(6.0)) << "p2 takes two in";
    EXPECT_EQ(resources.period(std::vector<int>{2}), Seconds(5.0)) << "the link";
    const auto uses = resources.of_edge(2);
    ASSERT_EQ(uses.size(), 3U);
    EXPECT_EQ(resources[uses[0].resource].name, "the processor of p1");
    EXPECT_EQ(uses[0].after, Seconds(0.0));
    EXPECT_EQ(resources[uses[1].resource].name, "the processor of p2");
    EXPECT_EQ(uses[1].after, Seconds(15.5));
    EXPECT_EQ(uses[2].after, Seconds(0.5));
    const Resources back = resources.turned_round();
    EXPECT_EQ(back.of_edge(2)[0].after, Seconds(18.0)) << "sent last";
    EXPECT_EQ(back.of_edge(2)[1].after, Seconds(0.0));
    EXPECT_EQ(back.transit(2), resources.transit(2));
}

TEST(Resources, ReceiveTimesThatAreNotKnownAreSendTimes) {
    Graph graph = small_graph();
    EXPECT_EQ(receive_times_of(graph), usual_send_times(graph));
    graph.send_time.assign(3, Seconds(2.0));
    EXPECT_EQ(receive_times_of(graph), graph.send_time);
    graph.receive_time.assign(3, Seconds(1.0));
    EXPECT_EQ(receive_times_of(graph), graph.receive_time);
}

TEST(PortModel, EveryNameIsThatOfItsModel) {
    for (const std::string& name : port_model_names()) {
        EXPECT_EQ(name_of(port_model_named(name, "test")), name);
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
