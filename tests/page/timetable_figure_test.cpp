/// What is busy when in a period, as bars.
#include "causeway/page/timetable_figure.hpp"

#include <gtest/gtest.h>

namespace causeway::page {
namespace {

graph::Graph chain() {
    graph::Graph graph;
    graph.nodes = {"a", "b", "c"};
    graph.edges = {{0, 1, Seconds(1.0), {}}, {1, 2, Seconds(2.0), {}}};
    return graph;
}

TEST(TimetableFigure, HasALaneForEachResourceAndSplitsWhatCrossesTheEndOfThePeriod) {
    const graph::Graph graph = chain();
    const graph::Resources resources(graph, graph::PortModel::kOnePort);
    const steady_state::Timetable timetable =
        steady_state::timetable_of(graph, resources, {{{0, 1}, 1}}, steady_state::Passing::kCopied);
    const report::TimeLine line = time_line_of(timetable, resources, "a chain");
    EXPECT_EQ(line.description, "a chain");
    EXPECT_EQ(line.axis, "time in the period");
    EXPECT_DOUBLE_EQ(line.end, 2.0);
    ASSERT_EQ(line.lanes.size(), 4U);
    EXPECT_EQ(line.lanes[0].name, "the outgoing port of a");
    EXPECT_FALSE(line.lanes[0].stands_out);
    EXPECT_EQ(line.lanes[2].name, "the incoming port of b") << "in the order of the resources";
    for (const report::TimeLane& lane : line.lanes) {
        double busy = 0.0;
        for (const report::TimeBar& bar : lane.bars) {
            EXPECT_GE(bar.begin, 0.0);
            EXPECT_LE(bar.end, line.end);
            busy += bar.end - bar.begin;
        }
        EXPECT_DOUBLE_EQ(busy, lane.stands_out ? 2.0 : 1.0);
    }
}

TEST(TimetableFigure, OfRoundsHasThemOneAfterAnother) {
    const graph::Graph graph = chain();
    const graph::Resources resources(graph, graph::PortModel::kOnePort);
    const steady_state::PeriodicSchedule schedule = steady_state::periodic_schedule(graph, {0.5, {{0.5, {0, 1}}}}, 4);
    const report::TimeLine line = time_line_of(schedule, resources, "rounds");
    EXPECT_DOUBLE_EQ(line.end, 2.0);
    ASSERT_EQ(line.lanes.size(), 4U);
    EXPECT_DOUBLE_EQ(line.lanes[0].bars.front().end, 1.0);
}

}  // namespace
}  // namespace causeway::page
