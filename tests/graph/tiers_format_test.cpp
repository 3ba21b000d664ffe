/// Files of the generator Tiers.
#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/graph/graph_file.hpp"
#include "tests/graph/faults.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace causeway::graph {
namespace {

using test::fault_of;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using Fault = base::InputError::Fault;

std::string file_of_tiers(const std::string& nodes, const std::string& edges, const std::string& head = "") {
    return "# " + head + "\n# NODES\n" + nodes + "# EDGES\n" + edges + "# End of Model\n";
}

const char* const kTwoNodes = "0\t10\t20\t0\n1\t10\t30\t1\n";

ReadGraph read_tiers(const std::string& text) {
    return parse_graph(text, "wan.tiers", {Bytes(1'250'000), {}});
}

Fault fault_of_tiers(const std::string& nodes, const std::string& edges, const std::string& head = "") {
    return fault_of([&] { (void)read_tiers(file_of_tiers(nodes, edges, head)); });
}

TEST(Tiers, BandwidthsAreMegabitsAndDelaysMicroseconds) {
    const ReadGraph result =
        read_graph(test::source_folder() + "/tests/graph/data/three_levels.tiers", {Bytes(1'250'000), {}});
    EXPECT_THAT(result.graph.nodes, ElementsAre("0", "1", "2", "3", "4", "5"));
    ASSERT_THAT(result.graph.edges, SizeIs(12));
    const Edge& wan = result.graph.edges[0];
    EXPECT_EQ(wan.from, 0);
    EXPECT_EQ(wan.to, 1);
    EXPECT_DOUBLE_EQ(wan.time.value(), 1.0);
    EXPECT_DOUBLE_EQ(wan.latency.value(), 505e-6);
    EXPECT_DOUBLE_EQ(result.graph.edges[8].time.value(), 0.1) << "a MAN link";
    EXPECT_THAT(result.remarks, ElementsAre(HasSubstr("Mbit/s"), HasSubstr("count once: 1")));
}

TEST(Tiers, AnUndirectedListHasEachEdgeOnce) {
    const char* head = "1\t Edge list is directed (0) or undirected (1)";
    const ReadGraph result = read_tiers(file_of_tiers(kTwoNodes, "0 1 5 10 0 1 3\n", head));
    ASSERT_THAT(result.graph.edges, SizeIs(2));
    EXPECT_EQ(result.graph.edges[1].from, 1);
    EXPECT_EQ(result.graph.edges[1].time, result.graph.edges[0].time);
}

TEST(Tiers, AFileThatMayHaveLostItsEndIsReadWithARemarkAndOneThatLostNodesIsRefused) {
    const std::string whole = file_of_tiers(kTwoNodes, "0 1 5 10 0 1 3\n1 0 5 10 1 0 3\n");
    const std::string cut = whole.substr(0, whole.find("# End"));
    EXPECT_THAT(read_tiers(cut).remarks, Contains(HasSubstr("may have lost its end")));
    EXPECT_THAT(read_tiers(whole).remarks, testing::Not(Contains(HasSubstr("lost"))));
    const Fault fault = fault_of_tiers(kTwoNodes, "", "Total Number of Nodes (derived) : 3");
    EXPECT_EQ(fault.found, "2 nodes");
    EXPECT_EQ(fault.accepted, "the 3 nodes that the head of the file states");
}

TEST(Tiers, WrongLinesAreRefusedByNumber) {
    const Fault unknown = fault_of_tiers(kTwoNodes, "0 2 5 10 0 1 3\n");
    EXPECT_EQ(unknown.source, "wan.tiers");
    EXPECT_EQ(unknown.place, "line 6");
    EXPECT_EQ(unknown.found, "the unknown node '2'");
    EXPECT_EQ(unknown.accepted, "0, 1");
    EXPECT_EQ(fault_of_tiers(kTwoNodes, "0 1 5 10\n").accepted, "from, to, delay, bandwidth, type, type, state");
    EXPECT_EQ(fault_of_tiers("0 1 2\n", "").accepted, "node, x, y, type");
    EXPECT_EQ(fault_of_tiers("0 1 2 3\n", "").found, "'3' as the type");
    EXPECT_EQ(fault_of_tiers("0 1 x 2\n", "").found, "'x' as y");
    EXPECT_EQ(fault_of_tiers("0 1 1 2\n0 1 1 2\n", "").found, "the node '0' a second time");
    EXPECT_EQ(fault_of_tiers(kTwoNodes, "0 1 -5 10 0 1 3\n").found, "'-5' as the delay");
    EXPECT_EQ(fault_of_tiers(kTwoNodes, "0 1 5 0 0 1 3\n").found, "a bandwidth of 0");
    EXPECT_EQ(fault_of_tiers(kTwoNodes, "0 1 5 nan 0 1 3\n").found, "'nan' as the bandwidth");
    EXPECT_EQ(fault_of_tiers(kTwoNodes, "0 1 5 10 0 1 9\n").found, "'9' as the state");
    EXPECT_EQ(fault_of_tiers(kTwoNodes, "0 0 5 10 0 1 1\n").found, "an edge from '0' to itself");
    const Fault other = fault_of_tiers(kTwoNodes, "0 1 5 10 0 1 3\n0 1 5 20 0 1 3\n");
    EXPECT_EQ(other.place, "line 7");
    EXPECT_THAT(other.found, HasSubstr("with other values than on line 6"));
    EXPECT_EQ(fault_of_tiers("", "").found, "a graph without nodes");
    EXPECT_EQ(fault_of([] { (void)read_tiers("# Parameters for Network Model\n0 1 2 3\n"); }).place, "line 2");
}

}  // namespace
}  // namespace causeway::graph
