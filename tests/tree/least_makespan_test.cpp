/// The optimum for one whole message, against every order of every transfer.
#include "causeway/tree/least_makespan.hpp"

#include "families.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace causeway::tree {
namespace {

using graph::PortModel;
using graph::Resources;

/// The least makespan over all sequences of transfers, each as early as it can be.
Seconds by_enumeration(const graph::Graph& graph, const Resources& resources, int source) {
    Seconds least = Seconds::infinity();
    std::vector<Seconds> arrival(graph.nodes.size(), Seconds::infinity());
    arrival[static_cast<std::size_t>(source)] = Seconds(0.0);
    std::vector<Seconds> free(static_cast<std::size_t>(resources.size()));
    const std::function<void()> go_on = [&] {
        const Seconds last = *std::max_element(arrival.begin(), arrival.end());
        if (last < Seconds::infinity()) {
            least = std::min(least, last);
            return;
        }
        for (int e = 0; e < graph.num_edges(); ++e) {
            const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
            const auto to = static_cast<std::size_t>(edge.to);
            Seconds start = arrival[static_cast<std::size_t>(edge.from)];
            if (start == Seconds::infinity() || arrival[to] < Seconds::infinity()) {
                continue;
            }
            for (const graph::Use& use : resources.of_edge(e)) {
                start = std::max(start, free[static_cast<std::size_t>(use.resource)] - use.after);
            }
            const std::vector<Seconds> before = free;
            for (const graph::Use& use : resources.of_edge(e)) {
                free[static_cast<std::size_t>(use.resource)] = start + use.after + use.time;
            }
            arrival[to] = start + resources.transit(e);
            go_on();
            arrival[to] = Seconds::infinity();
            free = before;
        }
    };
    go_on();
    return least;
}

TEST(LeastMakespan, IsThatOfAllOrdersOfAllTransfers) {
    std::vector<graph::Graph> graphs{path_graph(2),     path_graph(5),     star_graph(6),
                                     complete_graph(4), complete_graph(5), with_trunk(random_graph(6, 4, 3))};
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        graphs.push_back(random_graph(6, 6, seed));
        for (graph::Edge& edge : graphs.back().edges) {
            edge.latency = (seed % 3) * 0.5 * edge.time;
        }
    }
    for (const graph::Graph& graph : graphs) {
        for (const PortModel model : kPortModels) {
            if (model == PortModel::kSendLinkReceive && !graph.shared.empty()) {
                continue;  // not promised
            }
            const Resources resources(graph, model);
            const LeastMakespan least = least_makespan(graph, resources, 0, Seconds::infinity(), {});
            EXPECT_TRUE(least.is_proved);
            EXPECT_TRUE(is_spanning_tree(graph, 0, least.edges));
            EXPECT_NEAR(least.time.value(), by_enumeration(graph, resources, 0).value(), 1e-10);
        }
    }
}

TEST(LeastMakespan, OfEqualsOnASwitchDoublesEachRound) {
    graph::Graph graph = complete_graph(8);
    for (graph::Edge& edge : graph.edges) {
        edge.time = Seconds(1.0);
    }
    const Resources resources(graph, PortModel::kOnePort);
    EXPECT_DOUBLE_EQ(least_makespan(graph, resources, 0, Seconds::infinity(), {}).time.value(), 3.0);
}

TEST(LeastMakespan, SaysWhenItGaveUp) {
    const graph::Graph graph = complete_graph(9);
    const Resources resources(graph, PortModel::kOnePort);
    const TreeEdges known{1, 2, 3};
    const LeastMakespan least = least_makespan(graph, resources, 0, Seconds(1.0), known, 0);
    EXPECT_FALSE(least.is_proved);
    EXPECT_EQ(least.edges, known);
    EXPECT_EQ(least.time, Seconds(1.0));
}

TEST(LeastMakespan, OfAReductionIsThatOfTheBroadcastBackwards) {
    graph::Graph graph = graph_of(2);
    graph.edges = {{1, 0, Seconds(1.0), Seconds(0.5)}};
    graph.send_time = {Seconds(0.25), Seconds(0.125)};
    graph.receive_time = {Seconds(2.0), Seconds(4.0)};
    const Resources resources(graph, PortModel::kSendLinkReceive);
    const LeastMakespan least =
        least_makespan(graph::reversed(graph), resources.turned_round(), 0, Seconds::infinity(), {});
    EXPECT_DOUBLE_EQ(least.time.value(), 0.125 + 1.0 + 0.5 + 2.0);
}

}  // namespace
}  // namespace causeway::tree
