/// Platform files of SimGrid, where they can be read and where they cannot.
#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/graph/graph_file.hpp"
#include "tests/graph/faults.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::graph {
namespace {

using test::fault_of;
using ::testing::HasSubstr;
using Fault = base::InputError::Fault;

std::string three_hosts() {
    return base::read_file(test::source_folder() + "/tests/graph/data/three_hosts.xml");
}

TEST(SimGrid, AFileThatIsNoXmlIsRefusedWithItsLine) {
    const Fault fault = fault_of([] { (void)parse_graph("<platform>\n</zone>\n", "p.xml"); });
    EXPECT_EQ(fault.source, "p.xml");
    EXPECT_EQ(fault.place, "line 2");
}

#ifdef CAUSEWAY_WITH_SIMGRID_FILES

TEST(SimGrid, RoutesAreEdgesAndLinksOfSeveralRoutesAreShared) {
    const ReadGraph result = parse_graph(three_hosts(), "p.xml", {Bytes(1'000'000), {}});
    const Graph& graph = result.graph;
    EXPECT_THAT(graph.nodes, testing::ElementsAre("a", "b", "c"));
    // The least bandwidths are 100 MB/s between a and b, 50 MB/s between a and c; b and c have no route.
    const std::vector<Edge> expected{{0, 1, Seconds(0.01), Seconds(60e-6)},
                                     {0, 2, Seconds(0.02), Seconds(1010e-6)},
                                     {1, 0, Seconds(0.01), Seconds(60e-6)},
                                     {2, 0, Seconds(0.02), Seconds(1010e-6)}};
    ASSERT_EQ(graph.edges.size(), expected.size());
    for (std::size_t e = 0; e < expected.size(); ++e) {
        EXPECT_EQ(graph.edges[e].from, expected[e].from);
        EXPECT_EQ(graph.edges[e].to, expected[e].to);
        EXPECT_DOUBLE_EQ(graph.edges[e].time.value(), expected[e].time.value());
        EXPECT_DOUBLE_EQ(graph.edges[e].latency.value(), expected[e].latency.value()) << "a sum over links";
    }
    const Seconds slice_on_l2(0.01);
    EXPECT_THAT(graph.shared,
                testing::ElementsAre(SharedResource{
                    "the link l2", {{0, slice_on_l2}, {1, slice_on_l2}, {2, slice_on_l2}, {3, slice_on_l2}}}))
        << "a FATPIPE and the two directions of a SPLITDUPLEX are not shared";
    EXPECT_THAT(result.remarks, testing::ElementsAre(HasSubstr("without a route: 2 of 6")));
}

TEST(SimGrid, WhatSimGridRefusesIsToldInItsWords) {
    std::string text = three_hosts();
    text.replace(text.find("<link_ctn id=\"fat\""), 18, "<link_ctn id=\"gone\"");
    const Fault fault = fault_of([&] { (void)parse_graph(text, "p.xml"); });
    EXPECT_EQ(fault.source, "p.xml");
    EXPECT_THAT(fault.found, HasSubstr("gone"));
    EXPECT_EQ(fault.accepted, "a platform file that SimGrid 3.32 reads");
}

#else

TEST(SimGrid, WithoutItsReaderItIsSaidWhatToInstallAndToBuild) {
    const Fault fault = fault_of([] { (void)parse_graph(three_hosts(), "p.xml"); });
    EXPECT_EQ(fault.source, "p.xml");
    EXPECT_THAT(fault.accepted, testing::AllOf(HasSubstr("libsimgrid-dev"), HasSubstr("CAUSEWAY_SIMGRID_FILES=ON")));
}

#endif

}  // namespace
}  // namespace causeway::graph
