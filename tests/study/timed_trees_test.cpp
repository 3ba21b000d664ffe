/// Comparisons in time: rates, messages, and which trees are best.
#include "causeway/study/timed_trees.hpp"

#include "causeway/steady_state/verify.hpp"
#include "causeway/study/random_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace causeway::study {
namespace {

using graph::PortModel;
using scheme::Operation;
using testing::IsEmpty;

constexpr std::array kEveryPortModel{PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort,
                                     PortModel::kSendLinkReceive};
constexpr double kTimedRounding = 1e-6;

/// Both of a broadcast from node 0 and of a reduction to it: each valid, none above the bound.
TEST(TimedComparison, IsValidAndBelowTheBoundUnderEveryPortModelBothWays) {
    for (const int nodes : {2, 5, 8}) {
        base::Random random(static_cast<std::uint64_t>(nodes));
        const graph::Graph graph = random_graph({.nodes = nodes, .density = 0.4}, random);
        for (const PortModel port : kEveryPortModel) {
            for (const Operation operation : {Operation::kBroadcast, Operation::kReduce}) {
                const graph::Resources resources(graph, port);
                const bool is_up = scheme::comes_up(operation);
                const TreeQuestion question{.heuristics = tree_heuristics_named("all", "test"),
                                            .packings = {1, 3},
                                            .effort = {.steps = 2000, .seed = 1},
                                            .progress = nullptr};
                const TreeComparison comparison = compare(is_up ? graph::reversed(graph) : graph,
                                                          is_up ? resources.turned_round() : resources, 0, question);
                const TimedComparison times = timed(operation, graph, port, resources, comparison);
                const auto expect_sound = [&](const TimedSeries& series, double throughput) {
                    EXPECT_THAT(steady_state::verify(series.timetable, graph, resources, series.series.ways,
                                                     series.series.passing),
                                IsEmpty());
                    EXPECT_LE(series.rate(), throughput * (1.0 + kTimedRounding));
                    EXPECT_GE(series.rate(), series.rate_of_whole_slices());
                };
                for (std::size_t t = 0; t < comparison.trees.size(); ++t) {
                    expect_sound(times.trees[t], comparison.trees[t].throughput);
                }
                for (std::size_t k = 0; k < comparison.packings.size(); ++k) {
                    expect_sound(times.packings[k], comparison.packings[k].packing.throughput);
                }
                ASSERT_TRUE(comparison.least_makespan);
                for (const TreeAnswer& answer : comparison.trees) {
                    EXPECT_GE(answer.makespan, (1.0 - kTimedRounding) * comparison.shortest_makespan());
                }
                const BestTrees best = best_trees(comparison, times, std::nullopt);
                for (const TimedSeries& other : times.packings) {
                    EXPECT_GE(best.timed.rate(), other.rate() * (1.0 - kTimedRounding));
                }
            }
        }
    }
}

TEST(Messages, MoreTreesAreNeverWorseAndTheBestIsTheFastest) {
    base::Random random(3);
    const graph::Graph graph = random_graph({.nodes = 8, .density = 0.5}, random);
    const graph::Resources resources(graph, PortModel::kOnePort);
    const TreeComparison comparison = compare(graph, resources, 0,
                                              {.heuristics = tree_heuristics_named("all", "test"),
                                               .packings = {1, 2, 4},
                                               .effort = {.steps = 2000, .seed = 1},
                                               .progress = nullptr});
    const TimedComparison times = timed(Operation::kBroadcast, graph, PortModel::kOnePort, resources, comparison);
    const auto graph_for = [&](Bytes slice) {
        graph::Graph result = graph;
        for (graph::Edge& edge : result.edges) {
            edge.time = Seconds(1e-4) + static_cast<double>(slice.value()) / 1e6 * edge.time;
        }
        return result;
    };
    steady_state::MessageTimes messages(graph_for, PortModel::kOnePort, Bytes(20'000'000));
    const MessageAnswers answers = messages_over(comparison, times, messages, std::nullopt);
    for (std::size_t k = 1; k < answers.packings.size(); ++k) {
        EXPECT_LE(answers.packings[k].time, answers.packings[k - 1].time);
    }
    const BestTrees best = best_trees(comparison, times, answers);
    const Seconds time = best.name == "packing" ? answers.packings.back().time : messages.best(best.timed.series).time;
    for (std::size_t t = 0; t < answers.trees.size(); ++t) {
        if (!comparison.trees[t].heuristic->is_routed) {
            EXPECT_GE(answers.trees[t].time, time);
        }
    }
    EXPECT_LE(answers.trees[0].time, messages_over(comparison, times, messages, 4).trees[0].time);
}

TEST(TimedWays, OfAllreducesGoUpAndThenDown) {
    base::Random random(5);
    const graph::Graph graph = random_graph({.nodes = 5, .density = 0.6}, random);
    for (const PortModel port : kEveryPortModel) {
        const graph::Resources resources(graph, port);
        const steady_state::Routing routing =
            steady_state::route(graph, resources, {{.kind = steady_state::WayKind::kTwoWays, .from = 2}});
        const TimedSeries series = timed_both_ways(graph, resources, routing);
        EXPECT_THAT(steady_state::verify(series.timetable, graph, resources, series.series.ways, series.series.passing),
                    IsEmpty());
        EXPECT_EQ(series.series.ways.front().edges.size(), 8U);
        EXPECT_LE(series.rate() * routing.bound.value(), 1.0 + kTimedRounding);
    }
}

}  // namespace
}  // namespace causeway::study
