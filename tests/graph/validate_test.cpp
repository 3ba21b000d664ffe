/// What makes a graph unfit for anything is said with its place in the file.
#include "causeway/graph/validate.hpp"

#include "causeway/base/error.hpp"
#include "tests/graph/faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace causeway::graph {
namespace {

using test::fault_of;
using ::testing::HasSubstr;
using Fault = base::InputError::Fault;

/// a -> b -> c, a -> c; everything that a graph can have.
Graph whole_graph() {
    Graph graph;
    graph.nodes = {"a", "b", "c"};
    graph.edges = {
        {0, 1, Seconds(1.0), Seconds(0.5)}, {1, 2, Seconds(2.0), Seconds(0.0)}, {0, 2, Seconds(3.0), Seconds(0.0)}};
    graph.send_time = {Seconds(0.5), Seconds(0.0), Seconds(1.0)};
    graph.shared = {{"the trunk", {{0, Seconds(1.0)}, {2, Seconds(1.0)}}}};
    graph.slice = Bytes(1);
    return graph;
}

Fault fault_after(const std::function<void(Graph&)>& change, const Places& places = {}) {
    Graph graph = whole_graph();
    change(graph);
    return fault_of([&] { validate(graph, "g.json", places); });
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Validate, AcceptsAWholeGraphAndASingleNode) {
    EXPECT_NO_THROW(validate(whole_graph(), "g.json"));
    Graph single;
    single.nodes = {"alone"};
    EXPECT_NO_THROW(validate(single, "g.json"));
}

TEST(Validate, RefusesAGraphWithoutNodesOrWithNamesThatAreNotOnesOwn) {
    EXPECT_EQ(fault_of([] { validate({}, "g.json"); }).found, "a graph without nodes");
    const Fault doubled = fault_after([](Graph& graph) { graph.nodes[2] = "a"; });
    EXPECT_EQ(doubled.source, "g.json");
    EXPECT_EQ(doubled.place, "nodes[2]");
    EXPECT_EQ(doubled.found, "the node 'a' a second time, after nodes[0]");
    EXPECT_EQ(doubled.accepted, "a name of its own for each node");
    EXPECT_EQ(fault_after([](Graph& graph) { graph.nodes[1].clear(); }).place, "nodes[1]");
}

TEST(Validate, RefusesEdgesFromNowhereToOneselfAndTwice) {
    const Fault beyond = fault_after([](Graph& graph) { graph.edges[1].to = 3; });
    EXPECT_EQ(beyond.place, "edges[1]");
    EXPECT_EQ(beyond.found, "an edge at node number 3");
    EXPECT_EQ(beyond.accepted, "nodes 0 to 2");
    EXPECT_EQ(fault_after([](Graph& graph) { graph.edges[1].from = -1; }).place, "edges[1]");
    EXPECT_EQ(fault_after([](Graph& graph) { graph.edges[1].to = 1; }).found, "an edge from 'b' to itself");
    const Fault doubled =
        fault_after([](Graph& graph) { graph.edges[2].to = 1; }, {{}, {"line 4", "line 5", "line 6"}});
    EXPECT_EQ(doubled.place, "line 6");
    EXPECT_EQ(doubled.found, "the edge from 'a' to 'b' a second time, after line 4") << "both places";
}

TEST(Validate, RefusesTimesThatAreNoTimes) {
    for (const double time : {0.0, -1.0, kNan, kInfinity}) {
        const Fault edge = fault_after([&](Graph& graph) { graph.edges[1].time = Seconds(time); });
        EXPECT_EQ(edge.place, "edges[1]");
        EXPECT_THAT(edge.found, HasSubstr("a time of"));
        EXPECT_EQ(edge.accepted, "a finite number of seconds > 0");
        const Fault share = fault_after([&](Graph& graph) { graph.shared[0].shares[1].time = Seconds(time); });
        EXPECT_EQ(share.place, "shared[0].edges[1]");
    }
    for (const double time : {-1.0, kNan, kInfinity}) {
        const Fault latency = fault_after([&](Graph& graph) { graph.edges[2].latency = Seconds(time); });
        EXPECT_EQ(latency.place, "edges[2]");
        EXPECT_THAT(latency.found, HasSubstr("a latency of"));
        const Fault send = fault_after([&](Graph& graph) { graph.send_time[1] = Seconds(time); });
        EXPECT_EQ(send.place, "send_time[1]");
        EXPECT_EQ(send.accepted, "a finite number of seconds >= 0");
    }
    EXPECT_EQ(fault_after([](Graph& graph) { graph.slice = Bytes(0); }).place, "slice_bytes");
}

TEST(Validate, RefusesSendTimesForAnotherNumberOfNodes) {
    const Fault fault = fault_after([](Graph& graph) { graph.send_time.pop_back(); });
    EXPECT_EQ(fault.found, "2 send times");
    EXPECT_EQ(fault.accepted, "one for each of the 3 nodes, or none at all");
}

TEST(Validate, RefusesSharesOfEdgesThatDoNotExistOrAreListedTwice) {
    const Fault beyond = fault_after([](Graph& graph) { graph.shared[0].shares[1].edge = 3; });
    EXPECT_EQ(beyond.place, "shared[0].edges[1]");
    EXPECT_EQ(beyond.found, "edge number 3");
    EXPECT_EQ(fault_after([](Graph& graph) { graph.shared[0].shares[1].edge = 0; }).found,
              "the edge from 'a' to 'b' a second time");
    EXPECT_EQ(fault_after([](Graph& graph) { graph.shared[0].shares.clear(); }).found,
              "no edges that share 'the trunk'");
    EXPECT_EQ(fault_after([](Graph& graph) { graph.shared[0].name.clear(); }).place, "shared[0]");
}

TEST(RequireReachable, NamesTheFirstFewNodesOutOfReachAndHowManyThereAre) {
    Graph graph;
    for (int node = 0; node < 9; ++node) {
        graph.nodes.push_back("n" + std::to_string(node));
    }
    graph.edges = {{0, 1, Seconds(1.0), {}}, {2, 0, Seconds(1.0), {}}};
    const Fault many = fault_of([&] { require_reachable(graph, 0, "g.json"); });
    EXPECT_EQ(many.source, "g.json");
    EXPECT_EQ(many.found, "no path from 'n0' to n2, n3, n4, n5, n6, ... (7 in all)");
    graph.nodes.resize(3);
    EXPECT_EQ(fault_of([&] { require_reachable(graph, 0, "g.json"); }).found, "no path from 'n0' to n2");
    EXPECT_NO_THROW(require_reachable(graph, 2, "g.json"));
}

TEST(SourceNamed, FindsANodeOrTellsWhichThereAre) {
    EXPECT_EQ(source_named(whole_graph(), "c", "g.json"), 2);
    const Fault fault = fault_of([] { (void)source_named(whole_graph(), "p", "g.json"); });
    EXPECT_EQ(fault.source, "g.json");
    EXPECT_EQ(fault.found, "the unknown node 'p'");
    EXPECT_EQ(fault.accepted, "a, b, c");
}

}  // namespace
}  // namespace causeway::graph
