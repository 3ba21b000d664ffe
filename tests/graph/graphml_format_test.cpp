/// GraphML in the form of the Topology Zoo's files.
#include "causeway/base/error.hpp"
#include "causeway/graph/graph_file.hpp"
#include "tests/graph/faults.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace causeway::graph {
namespace {

using test::fault_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Fault = base::InputError::Fault;

constexpr double kGigabit = 1e9 / 8.0;  // bytes per second

/// A file with this inside the element 'graph'.
std::string file_of_graphml(const std::string& inside, const std::string& attributes = R"(edgedefault="undirected")") {
    return R"(<?xml version="1.0"?><graphml>
        <key attr.name="label" for="node" id="l"/>
        <key attr.name="Latitude" for="node" id="y"/><key attr.name="Longitude" for="node" id="x"/>
        <key attr.name="LinkSpeedRaw" for="edge" id="r"/>
        <graph )" +
           attributes + ">" + inside + "</graph></graphml>";
}

std::string two_nodes_and(const std::string& inside) {
    return R"(<node id="a"/><node id="b"/>)" + inside;
}

ReadGraph read_graphml(const std::string& text, const ReadOptions& options = {Bytes(1'000'000), {}}) {
    return parse_graph(text, "zoo.graphml", options);
}

Fault fault_of_graphml(const std::string& inside) {
    return fault_of([&] { (void)read_graphml(file_of_graphml(inside)); });
}

ReadGraph five_cities(const ReadOptions& options) {
    return read_graph(test::source_folder() + "/tests/graph/data/five_cities.graphml", options);
}

/// Half the circumference of the earth over 180 degrees, at two thirds of the speed of light.
Seconds latency_of_degrees(double degrees) {
    return Seconds(6371.0088e3 * std::numbers::pi * degrees / 180.0 / (299792458.0 * 2.0 / 3.0));
}

TEST(GraphMl, NodesAreLabelsWithTheIdWhereALabelIsNotUniqueOrMissing) {
    const ReadGraph result = five_cities({});
    EXPECT_EQ(result.graph.name, "Five cities");
    EXPECT_THAT(result.graph.nodes, ElementsAre("Lyon", "Orléans & région", "Campus (2)", "Campus (3)", "4"));
    EXPECT_THAT(result.remarks, testing::Contains(HasSubstr("Nodes whose label others have too: 2")));
}

TEST(GraphMl, SpeedsComeFromEachOfTheFieldsAndUndirectedLinksAreTwoEdges) {
    const Graph graph = five_cities({Bytes(2'500'000), {}}).graph;
    ASSERT_THAT(graph.edges, SizeIs(8));
    EXPECT_EQ(graph.slice, Bytes(2'500'000));
    const auto expect_edge = [&](std::size_t index, int from, int to, double rate) {
        EXPECT_EQ(graph.edges[index].from, from);
        EXPECT_EQ(graph.edges[index].to, to);
        EXPECT_DOUBLE_EQ(graph.edges[index].time.value(), 2.5e6 / rate) << index;
    };
    expect_edge(0, 0, 1, 12.5 * kGigabit);  // 10 Gbit/s and, beside it, 2.5
    expect_edge(1, 1, 0, 12.5 * kGigabit);
    expect_edge(2, 0, 2, 2.5 * kGigabit);
    expect_edge(3, 2, 0, 2.5 * kGigabit);
    expect_edge(4, 0, 3, 16 * 155.52e6 / 8.0);
    expect_edge(6, 3, 4, 2.5 * kGigabit);  // told nowhere: the most frequent
}

TEST(GraphMl, WhatTheFileLeavesOpenIsSaid) {
    const ReadGraph result = five_cities({});
    EXPECT_THAT(result.remarks,
                testing::UnorderedElementsAre(
                    HasSubstr("1 of 5 links have no speed in the file: 312 MB/s is assumed, the most frequent one"),
                    HasSubstr("same nodes: 1;"), HasSubstr("2 of 5 nodes have no coordinates"),
                    HasSubstr("label others have"), HasSubstr("Slices of 1000000 B")));
    const ReadGraph asked = five_cities({Bytes(1'000'000), BytesPerSecond(1e6)});
    EXPECT_EQ(asked.graph.edges[6].time, Seconds(1.0));
    EXPECT_THAT(asked.remarks, testing::Contains(HasSubstr("1.00 MB/s is assumed, as asked for")));
    EXPECT_THAT(asked.remarks, SizeIs(4));
}

TEST(GraphMl, LatenciesAreLengthsOfGreatCircles) {
    const auto place = [](const char* id, const char* y, const char* x) {
        return "<node id='" + std::string(id) + "'><data key='y'>" + y + "</data><data key='x'>" + x + "</data></node>";
    };
    const auto link = [](const char* from, const char* to) {
        return "<edge source='" + std::string(from) + "' target='" + to + "'><data key='r'>1e9</data></edge>";
    };
    const Graph graph =
        read_graphml(file_of_graphml(place("equator", "0", "0") + place("east", "0", "90") + place("pole", "90", "17") +
                                     place("west", "0", "-179") + link("equator", "east") + link("east", "pole") +
                                     link("equator", "west") + link("west", "pole")))
            .graph;
    EXPECT_NEAR(graph.edges[0].latency.value(), latency_of_degrees(90).value(), 1e-12);
    EXPECT_NEAR(graph.edges[2].latency.value(), latency_of_degrees(90).value(), 1e-12);
    EXPECT_NEAR(graph.edges[4].latency.value(), latency_of_degrees(179).value(), 1e-12);
    EXPECT_EQ(graph.edges[5].latency, graph.edges[4].latency);
    const Graph cities = five_cities({}).graph;
    // Lyon to Orleans, about 328 km as the crow flies.
    EXPECT_NEAR(cities.edges[0].latency.value(), 328e3 / 2e8, 2e-5);
    EXPECT_EQ(cities.edges[2].latency, Seconds(0.0)) << "at the same place";
    EXPECT_EQ(cities.edges[4].latency, Seconds(0.0)) << "an end without a place";
}

TEST(GraphMl, DirectedLinksAreOneEdgeEach) {
    const std::string link = R"(<edge source="a" target="b"><data key="r">8e6</data></edge>)";
    const std::string back = R"(<edge source="b" target="a" directed="false"><data key="r">8e6</data></edge>)";
    const ReadGraph one = read_graphml(file_of_graphml(two_nodes_and(link), R"(edgedefault="directed")"));
    EXPECT_THAT(one.graph.edges, ElementsAre(Edge{0, 1, Seconds(1.0), {}}));
    const ReadGraph mixed = read_graphml(file_of_graphml(two_nodes_and(link + back), R"(edgedefault="directed")"));
    EXPECT_THAT(mixed.graph.edges, ElementsAre(Edge{0, 1, Seconds(0.5), {}}, Edge{1, 0, Seconds(1.0), {}}));
}

TEST(GraphMl, AKeysDefaultServesWhereNothingIsSaid) {
    const std::string text = R"(<graphml><key attr.name="LinkSpeedRaw" for="edge" id="r"><default>8e6</default></key>
        <graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph></graphml>)";
    EXPECT_THAT(read_graphml(text).graph.edges, ElementsAre(Edge{0, 1, Seconds(1.0), {}}));
}

TEST(GraphMl, LinksOfWhichNoneHasASpeedNeedOneAskedFor) {
    const std::string text = file_of_graphml(two_nodes_and(R"(<edge source="a" target="b"/>)"));
    EXPECT_EQ(fault_of([&] { (void)read_graphml(text); }).found, "no link with a speed");
    EXPECT_EQ(read_graphml(text, {Bytes(100), BytesPerSecond(50.0)}).graph.edges[0].time, Seconds(2.0));
}

TEST(GraphMl, WrongPartsAreRefusedWithTheirPlace) {
    const Fault unknown = fault_of_graphml(two_nodes_and(R"(<edge source="a" target="c"/>)"));
    EXPECT_EQ(unknown.source, "zoo.graphml");
    EXPECT_EQ(unknown.place, "edge[0].target");
    EXPECT_EQ(unknown.found, "the unknown node 'c'");
    EXPECT_EQ(unknown.accepted, "a, b");
    EXPECT_EQ(fault_of_graphml(two_nodes_and(R"(<edge target="b"/>)")).found, "no attribute 'source'");
    EXPECT_EQ(fault_of_graphml("<node/>").place, "node[0]");
    EXPECT_EQ(fault_of_graphml(R"(<node id="a"/><node id="a"/>)").found, "the id 'a' a second time");
    EXPECT_EQ(fault_of_graphml(R"(<node id="a"><data key="y">north</data></node>)").place, "node a.Latitude");
    EXPECT_EQ(fault_of_graphml(R"(<node id="a"><data key="y">91</data></node>)").accepted, "a number from -90 to 90");
    const std::string speed = R"(<edge source="a" target="b"><data key="r">-1</data></edge>)";
    EXPECT_EQ(fault_of_graphml(two_nodes_and(speed)).place, "edge[0].LinkSpeedRaw");
    EXPECT_THAT(fault_of_graphml(two_nodes_and(R"(<edge source="a" target="a"><data key="r">1</data></edge>)")).found,
                HasSubstr("to itself"));
    EXPECT_EQ(fault_of_graphml(two_nodes_and(R"(<edge source="a" target="b" directed="1"/>)")).place,
              "edge[0].directed");
    EXPECT_EQ(fault_of_graphml(two_nodes_and("<hyperedge/>")).found, "a 'hyperedge'");
    EXPECT_THAT(fault_of_graphml(R"(<node id="a"><graph/></node>)").found, HasSubstr("inside a node"));
    EXPECT_EQ(fault_of_graphml("").found, "a graph without nodes");
    EXPECT_EQ(fault_of([] { (void)read_graphml(file_of_graphml(two_nodes_and(""), "")); }).found,
              "no attribute 'edgedefault'");
    EXPECT_EQ(fault_of([] { (void)read_graphml("<graphml></graphml>"); }).found, "0 graphs");
}

TEST(GraphMl, WhatIsNoXmlIsRefusedWithItsLine) {
    const Fault open = fault_of([] { (void)read_graphml("<graphml>\n<graph>\n</graphml>"); });
    EXPECT_EQ(open.place, "line 3");
    EXPECT_THAT(open.found, HasSubstr("mismatched tag"));
    EXPECT_EQ(open.accepted, "the end of 'graph'");
    EXPECT_EQ(fault_of([] { (void)read_graphml("<graphml></graphml>\n</a>"); }).place, "line 2");
    EXPECT_EQ(fault_of([] { (void)read_graphml("<graphml>\n<graph a=></graph></graphml>"); }).accepted,
              "well-formed XML");
    EXPECT_THAT(fault_of([] { (void)read_graphml("<graphml>\xff</graphml>"); }).found, HasSubstr("invalid token"));
    EXPECT_EQ(
        read_graphml("<!DOCTYPE graphml [<!ENTITY a \"<b>\">]><!-- </b> --><graphml><graph edgedefault='directed'>"
                     "<node id='>'/><![CDATA[</graph>]]></graph></graphml>")
            .graph.nodes,
        std::vector<std::string>{">"})
        << "what only looks like tags";
    std::string deep = "<graphml>";
    for (int level = 0; level < 100000; ++level) {
        deep += "<a>";
    }
    EXPECT_EQ(fault_of([&] { (void)read_graphml(deep); }).found, "elements nested more than 100 deep");
    EXPECT_THAT(read_graphml(file_of_graphml(two_nodes_and(""))).remarks, testing::Not(IsEmpty())) << "no coordinates";
}

}  // namespace
}  // namespace causeway::graph
