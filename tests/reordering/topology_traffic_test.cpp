/// The messages that a grid or a graph of processes stands for.
#include "causeway/reordering/topology_traffic.hpp"

#include <gtest/gtest.h>

#include <array>

namespace causeway::reordering {
namespace {

using traffic::CommunicationTable;
using traffic::Volume;

constexpr Volume kMessage{1.0, 1.0};

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
    EXPECT_EQ(table.volume(0, 1), (Volume{2.0, 2.0}));
}

TEST(TrafficOfAGraph, IsInProportionToTheWeights) {
    const CommunicationTable table =
        traffic_of_graph(3, std::array{WeightedEdge{0, 1, 1}, WeightedEdge{1, 2, 3}, WeightedEdge{2, 0, 2}});
    EXPECT_EQ(table.volume(0, 1), (Volume{1.0, 0.5}));
    EXPECT_EQ(table.volume(1, 2), (Volume{1.0, 1.5}));
    EXPECT_EQ(table.volume(2, 0), kMessage) << "the mean weight";
    EXPECT_EQ(table.volume(1, 0), Volume{});
}

TEST(TrafficOfAGraph, WithoutAnyWeightIsMessagesOfNothing) {
    const CommunicationTable table = traffic_of_graph(2, std::array{WeightedEdge{0, 1, 0}});
    EXPECT_EQ(table.volume(0, 1), (Volume{1.0, 0.0}));
}

/// Three in a row.
CommunicationTable row() {
    return traffic_of_grid(std::array{3}, std::array{0});
}

TEST(ExpectedTraffic, IsWhatWasTracedWhereItIsAnnounced) {
    const std::array members{0, 1, 3};
    const CommunicationTable traced(6, {{0, 1, {10.0, 5000.0}},
                                        {1, 0, {10.0, 1000.0}},
                                        {1, 3, {2.0, 2000.0}},
                                        {0, 3, {1.0, 100.0}},
                                        {4, 5, {9.0, 1e6}}});
    const auto tables = expected_traffic(row(), &traced, members, 6);
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_EQ(tables[0].volume(0, 1), (Volume{10.0, 5000.0}));
    EXPECT_EQ(tables[0].volume(1, 2), (Volume{2.0, 2000.0}));
    EXPECT_EQ(tables[0].volume(2, 1), Volume{});
    EXPECT_EQ(tables[0].volume(0, 2), Volume{}) << "not announced";
}

TEST(ExpectedTraffic, IsOfTheMeanSizeWhereTheTraceIsOfAnotherPattern) {
    const std::array members{0, 1, 2};
    const CommunicationTable elsewhere(3, {{0, 2, {10.0, 5000.0}}, {2, 0, {10.0, 5000.0}}, {0, 1, {5.0, 2500.0}}});
    const CommunicationTable larger(4, {{0, 1, {20.0, 10000.0}}});
    for (const CommunicationTable* traced : {&elsewhere, &larger}) {
        const auto tables = expected_traffic(row(), traced, members, 3);
        ASSERT_EQ(tables.size(), 1U);
        EXPECT_EQ(tables[0].volume(1, 2), (Volume{1.0, 500.0}));
    }
}

TEST(ExpectedTraffic, IsOfAllPossibleSizesWhereNothingIsKnown) {
    const std::array members{0, 1, 2};
    const CommunicationTable silent(3, {});
    for (const CommunicationTable* traced : {static_cast<const CommunicationTable*>(nullptr), &silent}) {
        const auto tables = expected_traffic(row(), traced, members, 3);
        ASSERT_EQ(tables.size(), kPossibleSizes.size());
        for (std::size_t size = 0; size < tables.size(); ++size) {
            EXPECT_EQ(tables[size].volume(0, 1), (Volume{1.0, static_cast<double>(kPossibleSizes[size].value())}));
        }
    }
}

}  // namespace
}  // namespace causeway::reordering
