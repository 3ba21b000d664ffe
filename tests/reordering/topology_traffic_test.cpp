/// The messages that a grid or a graph of processes stands for.
#include "causeway/reordering/topology_traffic.hpp"

#include <gtest/gtest.h>

#include <array>

namespace causeway::reordering {
namespace {

using traffic::CommunicationTable;
using traffic::Volume;

constexpr Volume kMessage{1.0, 65536.0};

TEST(TrafficOfAGrid, IsAMessageToEachNeighbour) {
    const CommunicationTable table = traffic_of_grid(std::array{2, 3}, std::array{0, 0});
    ASSERT_EQ(table.num_processes(), 6);
    EXPECT_EQ(table.volume(1, 0), kMessage);
    EXPECT_EQ(table.volume(1, 2), kMessage);
    EXPECT_EQ(table.volume(1, 4), kMessage) << "the last coordinate is the fastest";
    EXPECT_EQ(table.flows_from(1).size(), 3U);
    EXPECT_EQ(table.flows_from(0).size(), 2U) << "a corner";
}

TEST(TrafficOfAGrid, CrossesABorderThatIsPeriodic) {
    const CommunicationTable table = traffic_of_grid(std::array{2, 3}, std::array{0, 1});
    EXPECT_EQ(table.volume(3, 5), kMessage);
    EXPECT_EQ(table.volume(5, 3), kMessage);
    EXPECT_EQ(table.flows().size(), 6U * 3U);
}

TEST(TrafficOfAGrid, GoesTwiceWhereBothNeighboursAreOneProcess) {
    const CommunicationTable table = traffic_of_grid(std::array{2}, std::array{1});
    EXPECT_EQ(table.volume(0, 1), (Volume{2.0, 131072.0}));
}

TEST(TrafficOfAGraph, IsInProportionToTheWeights) {
    const CommunicationTable table =
        traffic_of_graph(3, std::array{WeightedEdge{0, 1, 1}, WeightedEdge{1, 2, 3}, WeightedEdge{2, 0, 2}});
    EXPECT_EQ(table.volume(0, 1), (Volume{1.0, 32768.0}));
    EXPECT_EQ(table.volume(1, 2), (Volume{1.0, 98304.0}));
    EXPECT_EQ(table.volume(2, 0), kMessage) << "the mean weight";
    EXPECT_EQ(table.volume(1, 0), Volume{});
}

TEST(TrafficOfAGraph, WithoutAnyWeightIsMessagesOfNothing) {
    const CommunicationTable table = traffic_of_graph(2, std::array{WeightedEdge{0, 1, 0}});
    EXPECT_EQ(table.volume(0, 1), (Volume{1.0, 0.0}));
}

}  // namespace
}  // namespace causeway::reordering
