/// Graph files of ours: what they may say, and what is said of those that are wrong.
#include "causeway/base/error.hpp"
#include "causeway/graph/graph_file.hpp"
#include "tests/graph/faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace causeway::graph {
namespace {

using test::fault_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Fault = base::InputError::Fault;

/// A graph of p0, p1, p2 with these further members, of which "edges" is one.
std::string file_of_json(const std::string& members) {
    return R"({"causeway": "graph", "version": 1, "nodes": ["p0", "p1", "p2"], )" + members + "}";
}

ReadGraph read_json(const std::string& text, const ReadOptions& options = {}) {
    return parse_graph(text, "g.json", options);
}

Fault fault_of_json(const std::string& members, const ReadOptions& options = {}) {
    return fault_of([&] { (void)read_json(file_of_json(members), options); });
}

TEST(GraphFile, TheContractsExampleIsRead) {
    const ReadGraph result = read_json(
        file_of_json(R"("edges": [{"from": "p0", "to": "p1", "time": 0.01}], "send_time": [0.008, 0.008, 0.008])"));
    EXPECT_THAT(result.graph.nodes, ElementsAre("p0", "p1", "p2"));
    EXPECT_THAT(result.graph.edges, ElementsAre(Edge{0, 1, Seconds(0.01), Seconds(0.0)}));
    EXPECT_THAT(result.graph.send_time, ElementsAre(Seconds(0.008), Seconds(0.008), Seconds(0.008)));
    EXPECT_FALSE(result.graph.slice);
    EXPECT_THAT(result.remarks, IsEmpty());
}

TEST(GraphFile, ABandwidthIsStartUpPlusSliceOverBandwidthAndLatencyKeepsNothingBusy) {
    const ReadGraph result = read_json(file_of_json(
        R"("slice_bytes": 1000, "edges": [
           {"from": "p0", "to": "p1", "bandwidth": 500},
           {"from": "p1", "to": "p2", "bandwidth": 500, "start_up": 0.25, "latency": 7},
           {"from": "p2", "to": "p0", "time": 3, "latency": 4, "symmetric": true}])"));
    EXPECT_THAT(result.graph.edges,
                ElementsAre(Edge{0, 1, Seconds(2.0), Seconds(0.0)}, Edge{1, 2, Seconds(2.25), Seconds(7.0)},
                            Edge{2, 0, Seconds(3.0), Seconds(4.0)}, Edge{0, 2, Seconds(3.0), Seconds(4.0)}));
    EXPECT_EQ(result.graph.slice, Bytes(1000));
    EXPECT_THAT(result.remarks, IsEmpty());
}

TEST(GraphFile, TheSliceIsTheOneAskedForThenTheFilesThenOneMegabyteWhichIsSaid) {
    const std::string edges = R"("edges": [{"from": "p0", "to": "p1", "bandwidth": 1000}])";
    const ReadGraph assumed = read_json(file_of_json(edges));
    EXPECT_EQ(assumed.graph.slice, Bytes(1'000'000));
    EXPECT_EQ(assumed.graph.edges[0].time, Seconds(1000.0));
    EXPECT_THAT(assumed.remarks, ElementsAre(HasSubstr("no size of slices")));
    EXPECT_EQ(read_json(file_of_json("\"slice_bytes\": 2000, " + edges)).graph.edges[0].time, Seconds(2.0));
    const ReadGraph asked = read_json(file_of_json("\"slice_bytes\": 2000, " + edges), {Bytes(500), {}});
    EXPECT_EQ(asked.graph.edges[0].time, Seconds(0.5));
    EXPECT_EQ(asked.graph.slice, Bytes(500));
}

TEST(GraphFile, TimesForOtherSlicesThanTheOnesAskedForAreRefused) {
    const std::string members = R"("slice_bytes": 2000, "edges": [{"from": "p0", "to": "p1", "time": 1}])";
    const Fault fault = fault_of_json(members, {Bytes(500), {}});
    EXPECT_EQ(fault.place, "slice_bytes");
    EXPECT_THAT(fault.found, HasSubstr("2000 B"));
    EXPECT_EQ(read_json(file_of_json(members), {Bytes(2000), {}}).graph.slice, Bytes(2000));
    EXPECT_EQ(read_json(file_of_json(R"("edges": [])"), {Bytes(500), {}}).graph.slice, Bytes(500));
}

TEST(GraphFile, SharedResourcesGiveOneTimeForAllOrOneForEach) {
    const std::string edges =
        R"("slice_bytes": 1000, "edges": [{"from": "p0", "to": "p1", "time": 1}, {"from": "p0", "to": "p2", "time": 2}], )";
    const ReadGraph result = read_json(file_of_json(
        edges + R"("shared": [{"name": "the uplink of site b", "edges": [["p0", "p2"], ["p0", "p1"]], "bandwidth": 500},
                              {"name": "the trunk", "time": 3, "edges": [["p0", "p1"], {"from": "p0", "to": "p2", "time": 4}]}])"));
    const SharedResource uplink{"the uplink of site b", {{1, Seconds(2.0)}, {0, Seconds(2.0)}}};
    const SharedResource trunk{"the trunk", {{0, Seconds(3.0)}, {1, Seconds(4.0)}}};
    EXPECT_THAT(result.graph.shared, ElementsAre(uplink, trunk));
}

TEST(GraphFile, WhatIsWrittenReadsBackEqual) {
    Graph graph;
    graph.name = "a \"name\"";
    graph.nodes = {"Zürich", "b", "c"};
    graph.edges = {{0, 1, Seconds(1.0 / 3.0), Seconds(0.1)}, {1, 2, Seconds(2e-9), {}}, {2, 0, Seconds(3e300), {}}};
    EXPECT_EQ(read_json(graph_text(graph)).graph, graph);
    graph.slice = Bytes(123456789);
    graph.send_time = {Seconds(0.1), Seconds(0.0), Seconds(1e-300)};
    graph.receive_time = {Seconds(0.2), Seconds(1.0), Seconds(0.0)};
    graph.shared = {{"the trunk", {{2, Seconds(0.7)}, {1, Seconds(0.7)}}},
                    {"the uplink of site b", {{0, Seconds(0.1)}, {2, Seconds(0.3)}}}};
    EXPECT_EQ(read_json(graph_text(graph)).graph, graph);
    EXPECT_THAT(read_json(graph_text(graph)).remarks, IsEmpty());
    Graph single;
    single.nodes = {"alone"};
    EXPECT_EQ(read_json(graph_text(single)).graph, single);
}

TEST(GraphFile, WhatAnEdgeMayNotSayIsRefusedWithItsPlace) {
    const auto fault_of_edge = [](const std::string& members) {
        return fault_of_json(R"("edges": [{"from": "p0", "to": "p1", )" + members + "}]");
    };
    for (const char* cost : {R"("time": 0)", R"("time": -1)", R"("time": "1")"}) {
        EXPECT_EQ(fault_of_edge(cost).place, "edges[0].time") << cost;
    }
    EXPECT_EQ(fault_of_edge(R"("bandwidth": 0)").place, "edges[0].bandwidth");
    EXPECT_EQ(fault_of_edge(R"("bandwidth": 1e-308)").accepted, "a number that makes a finite time > 0");
    EXPECT_EQ(fault_of_edge(R"("time": 1, "latency": -1)").place, "edges[0].latency");
    EXPECT_EQ(fault_of_edge(R"("time": 1, "bandwidth": 1)").found, "both 'time' and 'bandwidth'");
    EXPECT_EQ(fault_of_edge(R"("latency": 1)").found, "neither 'time' nor 'bandwidth'");
    EXPECT_EQ(fault_of_edge(R"("time": 1, "start_up": 1)").place, "edges[0].start_up");
    EXPECT_EQ(fault_of_edge(R"("time": 1, "symmetric": 1)").place, "edges[0].symmetric");
    const Fault unknown = fault_of_edge(R"("time": 1, "rate": 1)");
    EXPECT_EQ(unknown.source, "g.json");
    EXPECT_EQ(unknown.place, "edges[0]");
    EXPECT_EQ(unknown.found, "the unknown key 'rate'");
    EXPECT_THAT(unknown.accepted, HasSubstr("bandwidth"));
}

TEST(GraphFile, EdgesAtUnknownNodesAndGivenTwiceAreRefused) {
    const Fault unknown = fault_of_json(R"("edges": [{"from": "p0", "to": "q", "time": 1}])");
    EXPECT_EQ(unknown.place, "edges[0].to");
    EXPECT_EQ(unknown.found, "the unknown node 'q'");
    EXPECT_EQ(unknown.accepted, "p0, p1, p2");
    const Fault doubled = fault_of_json(
        R"("edges": [{"from": "p0", "to": "p1", "time": 1, "symmetric": true}, {"from": "p1", "to": "p0", "time": 1}])");
    EXPECT_EQ(doubled.place, "edges[1]");
    EXPECT_EQ(doubled.found, "the edge from 'p1' to 'p0' a second time, after edges[0]");
    EXPECT_EQ(fault_of_json(R"("edges": [{"from": "p0", "to": "p0", "time": 1}])").found,
              "an edge from 'p0' to itself");
}

TEST(GraphFile, WrongSharesAreRefusedWithTheirPlace) {
    const auto fault_of_shared = [](const std::string& shared) {
        return fault_of_json(R"("edges": [{"from": "p0", "to": "p1", "time": 1}], "shared": [)" + shared + "]");
    };
    const Fault missing = fault_of_shared(R"({"name": "t", "time": 1, "edges": [["p0", "p1"], ["p1", "p0"]]})");
    EXPECT_EQ(missing.place, "shared[0].edges[1]");
    EXPECT_EQ(missing.found, "no edge from 'p1' to 'p0'");
    EXPECT_EQ(fault_of_shared(R"({"name": "t", "edges": [["p0", "p1"]]})").place, "shared[0].edges[0]");
    EXPECT_EQ(fault_of_shared(R"({"name": "t", "time": 1, "edges": [["p0"]]})").place, "shared[0].edges[0]");
    EXPECT_EQ(fault_of_shared(R"({"name": "t", "time": 1, "edges": [3]})").place, "shared[0].edges[0]");
    EXPECT_EQ(fault_of_shared(R"({"name": "t", "time": 1, "edges": []})").place, "shared[0]");
    EXPECT_EQ(fault_of_shared(R"({"name": "t", "time": 0, "edges": [["p0", "p1"]]})").place, "shared[0].time");
    EXPECT_EQ(fault_of_shared(R"({"name": "t", "time": 1, "of": [], "edges": []})").found, "the unknown key 'of'");
}

TEST(GraphFile, WrongHeadsNodesAndSendTimesAreRefused) {
    EXPECT_EQ(fault_of_json(R"("edges": [], "links": [])").found, "the unknown key 'links'");
    EXPECT_EQ(fault_of_json(R"("edges": [], "slice_bytes": 0)").place, "slice_bytes");
    EXPECT_EQ(fault_of_json(R"("edges": [], "send_time": [1])").place, "send_time");
    EXPECT_EQ(fault_of_json(R"("edges": [], "receive_time": [1])").place, "receive_time");
    EXPECT_EQ(fault_of_json(R"("edges": [], "receive_time": [1, {"time": 1}, 1])").place, "receive_time[1]");
    EXPECT_EQ(fault_of_json(R"("edges": [], "send_time": [1, -1, 1])").place, "send_time[1]");
    EXPECT_EQ(fault_of_json(R"("name": "no edges")").found, "no key 'edges'");
    EXPECT_EQ(fault_of([] {
                  (void)read_json(R"({"causeway": "graph", "version": 1, "nodes": ["a", "a"], "edges": []})");
              }).place,
              "nodes[1]");
    EXPECT_EQ(
        fault_of([] { (void)read_json(R"({"causeway": "graph", "version": 1, "nodes": [], "edges": []})"); }).found,
        "a graph without nodes");
    EXPECT_EQ(fault_of([] { (void)read_json(R"({"causeway": "platform", "version": 1})"); }).accepted, "\"graph\"");
}

TEST(GraphFile, OfNoFormatKnownIsAnsweredWithTheFormatsThereAre) {
    for (const char* text : {"", "graph [ node 1 ]", "   \n"}) {
        const Fault fault = fault_of([&] { (void)read_json(text); });
        EXPECT_EQ(fault.source, "g.json");
        for (const Format* format : formats().members()) {
            EXPECT_THAT(fault.accepted, HasSubstr(std::string(format->name)));
        }
    }
}

TEST(GraphFile, AByteOrderMarkIsNoPartOfIt) {
    EXPECT_THAT(read_json("\xEF\xBB\xBF" + file_of_json(R"("edges": [])")).graph.nodes, SizeIs(3));
}

TEST(GraphFile, ThatCannotBeReadIsRefused) {
    EXPECT_EQ(fault_of([] { (void)read_graph("no/such/file.json"); }).source, "no/such/file.json");
}

}  // namespace
}  // namespace causeway::graph
