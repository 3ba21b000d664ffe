/// Rounds in which no two transfers of a packing meet.
#include "causeway/steady_state/periodic_schedule.hpp"

#include "causeway/steady_state/slices.hpp"
#include "tests/steady_state/random_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace causeway::steady_state {
namespace {

using graph::Graph;
using graph::PortModel;
using graph::Resources;

constexpr double kRounding = 1e-9;

/// No two edges of a round share a port, rounds fill the period, edges get the time that their slices take.
void expect_conflict_free(const Graph& graph, const Packing& packing, const PeriodicSchedule& schedule) {
    std::vector<double> time(graph.edges.size(), 0.0);
    double total = 0.0;
    for (const Round& round : schedule.rounds) {
        EXPECT_GT(round.duration, Seconds(0.0));
        std::set<int> senders;
        std::set<int> receivers;
        for (const int e : round.edges) {
            const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            EXPECT_TRUE(senders.insert(edge.from).second);
            EXPECT_TRUE(receivers.insert(edge.to).second);
            time[static_cast<std::size_t>(e)] += round.duration.value();
        }
        total += round.duration.value();
    }
    const double period = schedule.period.value();
    EXPECT_NEAR(total, period, kRounding * period);
    EXPECT_LE(schedule.rounds.size(), graph.edges.size() + 2 * graph.nodes.size());
    std::vector<double> needed(graph.edges.size(), 0.0);
    int slices = 0;
    for (std::size_t k = 0; k < packing.trees.size(); ++k) {
        slices += schedule.slices[k];
        for (const int e : packing.trees[k].edges) {
            needed[static_cast<std::size_t>(e)] +=
                schedule.slices[k] * graph.edges[static_cast<std::size_t>(e)].time.value();
        }
    }
    std::vector<double> listed(graph.edges.size(), 0.0);
    for (const EdgeLoad& load : schedule.loads) {
        EXPECT_EQ(load.slices, schedule.slices[static_cast<std::size_t>(load.tree)]);
        listed[static_cast<std::size_t>(load.edge)] +=
            load.slices * graph.edges[static_cast<std::size_t>(load.edge)].time.value();
    }
    for (std::size_t e = 0; e < needed.size(); ++e) {
        EXPECT_NEAR(time[e], needed[e], kRounding * period);
        EXPECT_NEAR(listed[e], needed[e], kRounding * period);
    }
    EXPECT_NEAR(schedule.throughput * period, slices, kRounding * slices);
}

TEST(PeriodicSchedule, OfAChainSendsOnBothLinksAtOnce) {
    Graph graph = random_graphs::without_edges(3);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {1, 2, Seconds(2.0), {}}};
    const Packing packing{0.5, {{0.5, {0, 1}}}};
    const PeriodicSchedule schedule = periodic_schedule(graph, packing, 4);
    expect_conflict_free(graph, packing, schedule);
    EXPECT_THAT(schedule.slices, testing::ElementsAre(1));
    EXPECT_DOUBLE_EQ(schedule.period.value(), 2.0);
    ASSERT_EQ(schedule.rounds.size(), 2U);
    EXPECT_THAT(schedule.rounds[0].edges, testing::ElementsAre(0, 1));
    EXPECT_THAT(schedule.rounds[1].edges, testing::ElementsAre(1));
}

TEST(PeriodicSchedule, TakesAPeriodForEveryEdgeAndThenOneForEachPeriodsSlices) {
    Graph graph = random_graphs::without_edges(3);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {1, 2, Seconds(2.0), {}}};
    const Packing packing{0.5, {{0.5, {0, 1}}}};
    const PeriodicSchedule schedule = periodic_schedule(graph, packing, 1);
    EXPECT_DOUBLE_EQ(time_in_rounds(graph, packing, schedule, 1).value(), 4.0);
    EXPECT_DOUBLE_EQ(time_in_rounds(graph, packing, schedule, 5).value(), 12.0);
    graph.edges[0].latency = Seconds(0.5);
    graph.edges[1].latency = Seconds(0.25);
    EXPECT_DOUBLE_EQ(time_in_rounds(graph, packing, schedule, 1).value(), 6.25) << "late by a period, and its latency";
}

TEST(PeriodicSchedule, OfRandomPackingsHasNoConflictsAndLosesNoMoreThanRounding) {
    for (int i = 0; i < 40; ++i) {
        base::Random random(base::Random::stream(13, static_cast<std::uint64_t>(i)));
        const int nodes = 2 + random.below(24);
        Graph graph = random_graphs::of_density(nodes, random.between(0.0, 0.3), random.next());
        if (i % 2 == 1) {
            random_graphs::make_uneven(graph, random);
        }
        const Resources resources(graph, PortModel::kOnePort);
        const Packing packing = pack(graph, resources, 0, throughput_bound(graph, resources, 0), {.most_trees = 0});
        for (const int most_slices : {10, 100, 1000}) {
            SCOPED_TRACE(testing::Message() << "platform " << i << ", " << most_slices << " slices");
            const PeriodicSchedule schedule = periodic_schedule(graph, packing, most_slices);
            expect_conflict_free(graph, packing, schedule);
            std::vector<double> weights;
            for (const WeightedTree& tree : packing.trees) {
                weights.push_back(tree.weight);
            }
            EXPECT_GE(schedule.throughput,
                      packing.throughput * kept_by_slices(weights, schedule.slices) * (1.0 - kRounding));
            EXPECT_LE(schedule.throughput, packing.throughput * (1.0 + kRounding));
        }
    }
}

}  // namespace
}  // namespace causeway::steady_state
