/// Timetables on all port models: nothing meets, nothing is sent before it is there, and what they cost.
#include "causeway/steady_state/timetable.hpp"

#include "causeway/steady_state/message_time.hpp"
#include "causeway/steady_state/verify.hpp"
#include "causeway/tree/heuristic.hpp"
#include "tests/steady_state/random_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace causeway::steady_state {
namespace {

using graph::Graph;
using graph::PortModel;
using graph::Resources;
using testing::IsEmpty;

constexpr std::array kEveryPortModel{PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort,
                                     PortModel::kSendLinkReceive};
constexpr double kTimetableRounding = 1e-9;

Graph two_links() {
    Graph graph = random_graphs::without_edges(3);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {1, 2, Seconds(2.0), {}}};
    return graph;
}

/// The edges of a tree for a reduction over the graph whose edges lead the other way.
std::vector<int> upwards(std::vector<int> edges) {
    std::reverse(edges.begin(), edges.end());
    return edges;
}

TEST(Timetable, OfAChainIsFillThenPeriods) {
    const Graph graph = two_links();
    const Resources resources(graph, PortModel::kOnePort);
    const std::vector<SlicedWay> ways{{{0, 1}, 1}};
    const Timetable table = timetable_of(graph, resources, ways, Passing::kCopied);
    EXPECT_THAT(verify(table, graph, resources, ways, Passing::kCopied), IsEmpty());
    EXPECT_DOUBLE_EQ(table.period.value(), 2.0);
    EXPECT_DOUBLE_EQ(table.time_of_slices(1).value(), 3.0);
    EXPECT_DOUBLE_EQ(table.time_of_slices(10).value(), 3.0 + 9 * 2.0);
    EXPECT_DOUBLE_EQ(makespan_of(graph, resources, {0, 1}, Passing::kCopied).value(), 3.0);
}

TEST(Timetable, OfStagesKeepsEachBusyInItsTurn) {
    Graph graph = two_links();
    graph.send_time = {Seconds(0.5), Seconds(0.25), Seconds(0.0)};
    graph.receive_time = {Seconds(0.0), Seconds(0.125), Seconds(4.0)};
    const Resources resources(graph, PortModel::kSendLinkReceive);
    const std::vector<SlicedWay> ways{{{0, 1}, 1}};
    const Timetable table = timetable_of(graph, resources, ways, Passing::kCopied);
    EXPECT_THAT(verify(table, graph, resources, ways, Passing::kCopied), IsEmpty());
    EXPECT_DOUBLE_EQ(table.period.value(), 4.0) << "the last one's processor";
    EXPECT_DOUBLE_EQ(table.time_of_slices(1).value(), 0.5 + 1.0 + 0.125 + 0.25 + 2.0 + 4.0);
}

TEST(Timetable, ServesTheLongestTailFirst) {
    Graph graph = random_graphs::without_edges(4);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {0, 2, Seconds(1.0), {}}, {2, 3, Seconds(5.0), {}}};
    const Resources resources(graph, PortModel::kOnePort);
    EXPECT_DOUBLE_EQ(makespan_of(graph, resources, {0, 1, 2}, Passing::kCopied).value(), 6.0);
}

TEST(Timetable, OfATreeWithoutLatenciesTakesNoLongerThanItsBusiestResource) {
    for (int i = 0; i < 30; ++i) {
        base::Random random(base::Random::stream(5, static_cast<std::uint64_t>(i)));
        const Graph graph = random_graphs::of_density(2 + random.below(20), random.between(0.0, 0.4), random.next());
        for (const PortModel port : {PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort}) {
            const Resources resources(graph, port);
            const tree::TreeEdges edges = tree::heuristics().at("growing", "test").build({graph, resources, 0});
            const std::vector<SlicedWay> ways{{edges, 1}};
            const Timetable table = timetable_of(graph, resources, ways, Passing::kCopied);
            EXPECT_THAT(verify(table, graph, resources, ways, Passing::kCopied), IsEmpty());
            EXPECT_NEAR(table.period.value(), resources.period(edges).value(), 1.1e-6 * table.period.value());
            EXPECT_NEAR(table.time_of_slices(1).value(), makespan_of(graph, resources, edges, Passing::kCopied).value(),
                        1e-5 * table.period.value());
        }
    }
}

TEST(Timetable, OfPackingsIsValidUnderEveryPortModelBothWays) {
    for (int i = 0; i < 16; ++i) {
        base::Random random(base::Random::stream(17, static_cast<std::uint64_t>(i)));
        Graph graph = random_graphs::of_density(2 + random.below(12), random.between(0.1, 0.5), random.next());
        if (i % 2 == 1) {
            random_graphs::make_uneven(graph, random);
        }
        for (graph::Edge& edge : graph.edges) {
            edge.latency = random.between(0.0, 3.0) * edge.time;
        }
        for (const PortModel port : kEveryPortModel) {
            SCOPED_TRACE(testing::Message() << "platform " << i << ", port " << graph::name_of(port));
            const Resources resources(graph, port);
            const Packing packing = pack(graph, resources, 0, throughput_bound(graph, resources, 0), {.most_trees = 3});
            const Timetabled down = timetable_of(graph, resources, packing, Passing::kCopied, 8);
            EXPECT_THAT(verify(down.timetable, graph, resources, down.ways, Passing::kCopied), IsEmpty());
            EXPECT_LE(down.timetable.slices() / down.timetable.period.value(),
                      packing.throughput * (1.0 + kTimetableRounding));

            const Graph back = graph::reversed(graph);
            std::vector<SlicedWay> up = down.ways;
            for (SlicedWay& way : up) {
                way.edges = upwards(way.edges);
            }
            const Resources there(back, port);
            const Timetable table = timetable_of(back, there, up, Passing::kCombined);
            EXPECT_THAT(verify(table, back, there, up, Passing::kCombined), IsEmpty());
        }
    }
}

TEST(Timetable, FaultsAreFound) {
    const Graph graph = two_links();
    const Resources resources(graph, PortModel::kOnePort);
    const std::vector<SlicedWay> ways{{{0, 1}, 1}};
    const Timetable good = timetable_of(graph, resources, ways, Passing::kCopied);
    Timetable early = good;
    early.transfers[1].start = Seconds(0.5);
    EXPECT_THAT(verify(early, graph, resources, ways, Passing::kCopied), testing::Not(IsEmpty()));
    Timetable hasty = good;
    hasty.period = Seconds(1.5);
    EXPECT_THAT(verify(hasty, graph, resources, ways, Passing::kCopied),
                testing::Contains(testing::HasSubstr("two slices at once")));
    Timetable lame = good;
    lame.transfers.pop_back();
    EXPECT_THAT(verify(lame, graph, resources, ways, Passing::kCopied),
                testing::Contains(testing::HasSubstr("every edge of its way")));
    EXPECT_THAT(verify(good, graph, resources, {{{0, 1}, 2}}, Passing::kCopied),
                testing::Contains(testing::HasSubstr("1 slices take it, not 2")));
    Timetable late = good;
    late.arrivals[0] = Seconds(7.0);
    EXPECT_THAT(verify(late, graph, resources, ways, Passing::kCopied),
                testing::Contains(testing::HasSubstr("has arrived at 3 s")));
}

/// A series of scatters, and of the same the other way round: one to each, period after period.
TEST(SlicedSeries, CarriesEveryDemandInEveryPeriod) {
    for (int i = 0; i < 8; ++i) {
        base::Random random(base::Random::stream(23, static_cast<std::uint64_t>(i)));
        const int nodes = 2 + random.below(8);
        const Graph graph = random_graphs::of_density(nodes, random.between(0.2, 0.6), random.next());
        std::vector<Demand> demands;
        for (int node = 1; node < nodes; ++node) {
            demands.push_back({.kind = WayKind::kPath, .from = 0, .to = node, .slices = 1.0 + random.below(3)});
        }
        for (const PortModel port : kEveryPortModel) {
            const Resources resources(graph, port);
            const Routing routing = route(graph, resources, demands);
            const SlicedSeries series = sliced_series(resources, demands, routing.ways, 12);
            std::vector<int> carried(static_cast<std::size_t>(nodes), 0);
            for (const SlicedWay& way : series.ways) {
                carried[static_cast<std::size_t>(graph.edges[static_cast<std::size_t>(way.edges.back())].to)] +=
                    way.slices;
            }
            for (const Demand& demand : demands) {
                EXPECT_EQ(carried[static_cast<std::size_t>(demand.to)], series.operations * demand.slices);
            }
            const Timetable table = timetable_of(graph, resources, series.ways, Passing::kCopied);
            EXPECT_THAT(verify(table, graph, resources, series.ways, Passing::kCopied), IsEmpty());
            EXPECT_GE(table.period.value(), series.operations * routing.bound.value() * (1.0 - kTimetableRounding));
        }
    }
}

TEST(MessageTimes, TradeStartUpAgainstPipelining) {
    // Two hops of 1 + bytes seconds: n slices of m / n bytes take (n + 1) (1 + m / n), least at n = sqrt(m).
    const auto graph_for = [](Bytes slice) {
        Graph graph = two_links();
        for (graph::Edge& edge : graph.edges) {
            edge.time = Seconds(1.0 + static_cast<double>(slice.value()) / 1e4);
        }
        return graph;
    };
    const SlicedSeries series{.ways = {{{0, 1}, 1}}};
    MessageTimes times(graph_for, PortModel::kOnePort, Bytes(2'560'000));
    const SlicedMessage best = times.best(series);
    EXPECT_EQ(best.slices, 16);
    EXPECT_EQ(best.slice, Bytes(160'000));
    EXPECT_NEAR(best.time.value(), 17.0 * 17.0, 1e-3);
    EXPECT_NEAR(times.in_slices(1, series).time.value(), 2.0 * 257.0, 1e-3);
    EXPECT_GE(times.in_slices(1000, series).time, best.time);
}

TEST(MessageTimes, AFewBytesAreOneSlice) {
    const auto graph_for = [](Bytes) { return two_links(); };
    MessageTimes times(graph_for, PortModel::kOnePort, Bytes(1));
    EXPECT_EQ(times.best({.ways = {{{0, 1}, 1}}}).slices, 1);
}

}  // namespace
}  // namespace causeway::steady_state
