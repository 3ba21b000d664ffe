/// Bounds of operations on graphs: closed cases by hand, and both sides of every proof, checked by enumeration.
#include "causeway/bound/graph_bound.hpp"

#include "causeway/base/random.hpp"
#include "tests/steady_state/certificate_check.hpp"
#include "tests/steady_state/random_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace causeway::bound {
namespace {

using graph::Graph;
using graph::Resources;
using scheme::Operation;
namespace random_graphs = steady_state::random_graphs;

constexpr Operation kAll[] = {Operation::kBroadcast, Operation::kReduce,        Operation::kAllreduce,
                              Operation::kBarrier,   Operation::kGather,        Operation::kScatter,
                              Operation::kAllgather, Operation::kReduceScatter, Operation::kAlltoall};

/// A node joined to so many others; a slice takes a second.
Graph star(int leaves) {
    Graph graph = random_graphs::without_edges(leaves + 1);
    for (int leaf = 1; leaf <= leaves; ++leaf) {
        random_graphs::join(graph, 0, leaf, Seconds(1.0));
    }
    return graph;
}

std::vector<double> one_each(const Graph& graph) {
    return std::vector<double>(graph.nodes.size(), 1.0);
}

/// Seconds of a slice of each, in the order of kAll.
void expect_times(const Graph& graph, int source, const std::vector<double>& slices,
                  const std::vector<double>& expected) {
    const Resources links = random_graphs::links_of(graph);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const GraphBound bound = bound_on_graph(kAll[i], graph, links, source, slices);
        EXPECT_NEAR(bound.time.value(), expected[i], 1e-9) << scheme::name_of(kAll[i]);
        EXPECT_NEAR(bound.reached.value(), expected[i], 1e-9) << scheme::name_of(kAll[i]);
    }
}

TEST(GraphBound, OfACliqueIsWhatANodeTakesInOverAllItsLinks) {
    for (const int nodes : {2, 3, 5}) {
        const Graph graph = random_graphs::clique(nodes);
        const double of_one = 1.0 / (nodes - 1);
        expect_times(graph, 0, one_each(graph), {of_one, of_one, of_one, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0});
    }
}

TEST(GraphBound, OfARingIsWhatGoesBothWaysRound) {
    const Graph even = random_graphs::ring(4);
    expect_times(even, 1, one_each(even), {0.5, 0.5, 0.5, 0.0, 1.5, 1.5, 1.5, 1.5, 2.0});
    const Graph odd = random_graphs::ring(5);
    expect_times(odd, 2, one_each(odd), {0.5, 0.5, 0.5, 0.0, 2.0, 2.0, 2.0, 2.0, 3.0});
}

TEST(GraphBound, OfAStarIsTheLinkOfALeaf) {
    const Graph graph = star(4);
    expect_times(graph, 0, one_each(graph), {1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 4.0, 4.0, 4.0});
    expect_times(graph, 3, one_each(graph), {1.0, 1.0, 1.0, 0.0, 4.0, 4.0, 4.0, 4.0, 4.0});
}

TEST(GraphBound, OfTwoSitesIsWhatTheProcessesOfOneHaveForTheOther) {
    const Graph graph = random_graphs::clique(2);
    expect_times(graph, 0, {2.0, 5.0}, {1.0, 1.0, 1.0, 0.0, 5.0, 5.0, 5.0, 5.0, 10.0});
    expect_times(graph, 1, {2.0, 5.0}, {1.0, 1.0, 1.0, 0.0, 2.0, 2.0, 5.0, 5.0, 10.0});
}

TEST(GraphBound, FollowsTheDirectionOfTheData) {
    Graph graph = random_graphs::without_edges(2);
    graph.edges = {{0, 1, Seconds(1.0), {}}, {1, 0, Seconds(10.0), {}}};
    expect_times(graph, 0, one_each(graph), {1.0, 10.0, 10.0, 0.0, 10.0, 1.0, 10.0, 10.0, 10.0});
    expect_times(graph, 0, {1.0, 3.0}, {1.0, 10.0, 10.0, 0.0, 30.0, 3.0, 30.0, 10.0, 30.0});
}

TEST(GraphBound, CountsPortsAndWhatIsShared) {
    const Graph graph = star(3);
    const Resources ports(graph, graph::PortModel::kOnePort);
    const auto time_of = [&](Operation operation, const Resources& resources) {
        return bound_on_graph(operation, graph, resources, 0, one_each(graph)).time.value();
    };
    EXPECT_NEAR(time_of(Operation::kScatter, ports), 3.0, 1e-9);
    EXPECT_NEAR(time_of(Operation::kAlltoall, ports), 9.0, 1e-9)
        << "6 pairs of leaves pass, 3 begin: out of the middle";
    Graph shared = graph;
    shared.send_time.assign(4, Seconds(0.0));
    shared.shared = {{"the cable", {{0, Seconds(1.0)}, {2, Seconds(1.0)}}}};
    const GraphBound bound = bound_on_graph(Operation::kScatter, shared,
                                            Resources(shared, graph::PortModel::kMultiPort), 0, one_each(graph));
    EXPECT_NEAR(bound.time.value(), 2.0, 1e-9);
    EXPECT_EQ(bound.binding, "the cable");
}

TEST(GraphBound, OneNodeHasNothingToDo) {
    const Graph graph = random_graphs::without_edges(1);
    for (const Operation operation : kAll) {
        EXPECT_EQ(bound_on_graph(operation, graph, random_graphs::links_of(graph), 0, {3.0}).of(1.0), Seconds(0.0));
    }
}

/// n0 -1- n1 -2- n2, and a short cut from n2 to n0.
TEST(GraphBound, LatenciesAreThoseOfWhoHearsOfWhom) {
    Graph graph = random_graphs::without_edges(3);
    const auto join = [&](int from, int to, double latency) {
        graph.edges.push_back({from, to, Seconds(1e-6), Seconds(latency)});
    };
    join(0, 1, 1.0);
    join(1, 0, 1.0);
    join(1, 2, 2.0);
    join(2, 1, 2.0);
    join(2, 0, 0.5);
    const Resources links = random_graphs::links_of(graph);
    const std::map<Operation, double> expected{{Operation::kBroadcast, 3.0}, {Operation::kScatter, 3.0},
                                               {Operation::kReduce, 1.0},    {Operation::kGather, 1.0},
                                               {Operation::kAllreduce, 3.0}, {Operation::kBarrier, 3.0},
                                               {Operation::kAllgather, 3.0}, {Operation::kAlltoall, 3.0}};
    for (const auto& [operation, latency] : expected) {
        EXPECT_NEAR(bound_on_graph(operation, graph, links, 0, one_each(graph)).latency.value(), latency, 1e-12)
            << scheme::name_of(operation);
    }
}

/// n0 sends over n1 to n2: the second link waits for a second before and is of no use in the last one, nor the first.
TEST(GraphBound, AResourceIsIdleBeforeDataComesAndWhileTheLastTravels) {
    Graph graph = random_graphs::without_edges(3);
    for (int node = 0; node < 2; ++node) {
        graph.edges.push_back({node, node + 1, Seconds(node == 0 ? 1.0 : 4.0), Seconds(0.25)});
        graph.edges.push_back({node + 1, node, Seconds(8.0), Seconds(0.5)});
    }
    const Resources links = random_graphs::links_of(graph);
    const GraphBound down = bound_on_graph(Operation::kBroadcast, graph, links, 0, one_each(graph));
    EXPECT_NEAR(down.of(10.0).value(), 10 * 4.0 + 0.25 + 0.25, 1e-9) << "through the second link, reached in 0.25 s";
    const GraphBound up = bound_on_graph(Operation::kGather, graph, links, 0, one_each(graph));
    EXPECT_NEAR(up.of(10.0).value(), 10 * 2 * 8.0 + 0.5, 1e-9) << "both slices through the last link";
}

/// n0 has two ways to n1, of which one is twice as far. Much data takes both; little need not wait for the farther one.
TEST(GraphBound, LittleDataNeedNotUseWhatIsFar) {
    Graph graph = random_graphs::without_edges(3);
    graph.edges.push_back({0, 1, Seconds(1.0), Seconds(1.0)});
    graph.edges.push_back({0, 2, Seconds(1.0), Seconds(0.1)});
    graph.edges.push_back({2, 1, Seconds(1.0), Seconds(3.0)});
    const Resources links = random_graphs::links_of(graph);
    const GraphBound bound = bound_on_graph(Operation::kBroadcast, graph, links, 0, one_each(graph));
    EXPECT_LE(bound.of(1e-6).value(), 1.0 + 1e-5) << "directly to both";
    EXPECT_GE(bound.of(1e-6).value(), 1.0);
    EXPECT_GE(bound.of(1000.0), 1000.0 * bound.time);
}

/// Both sides of a proof over rates and cuts: `up` and `down` tell what must be carried.
void expect_proved_by_cuts(const Graph& graph, const Resources& resources, int source, const GraphBound& bound,
                           bool down, bool up) {
    double carried = std::numeric_limits<double>::infinity();
    if (down) {
        carried = std::min(carried, steady_state::carried(graph, source, bound.rates));
    }
    if (up) {
        carried = std::min(carried, steady_state::carried(graph::reversed(graph), source, bound.rates));
    }
    EXPECT_NEAR(carried * bound.reached.value(), 1.0, 1e-9);
    EXPECT_LE(steady_state::busiest(resources, bound.rates), 1.0 + 1e-9);
    steady_state::ThroughputBound proof;
    proof.prices = bound.prices;
    for (double& price : proof.prices) {
        price /= bound.time.value();
    }
    proof.cuts = bound.cuts;
    EXPECT_LE(steady_state::unpaid(graph, resources, proof), 1e-9);
    double weight = 0.0;
    for (const steady_state::PricedCut& cut : bound.cuts) {
        weight += cut.weight;
        EXPECT_GT(cut.weight, 0.0);
        EXPECT_FALSE(cut.near.empty());
        EXPECT_LT(cut.near.size(), graph.nodes.size());
        const bool has_source = std::find(cut.near.begin(), cut.near.end(), source) != cut.near.end();
        EXPECT_TRUE(has_source ? down : up) << "something beyond needs what is near";
    }
    EXPECT_NEAR(weight, 1.0, 1e-9);
}

void expect_proved(Operation operation, const Graph& graph, const Resources& resources, int source,
                   const std::vector<double>& slices) {
    SCOPED_TRACE(std::string(scheme::name_of(operation)));
    const GraphBound bound = bound_on_graph(operation, graph, resources, source, slices);
    EXPECT_LE(bound.time, bound.reached * (1.0 + 1e-12));
    EXPECT_LT(bound.gap, 1e-9);
    EXPECT_FALSE(bound.binding.empty());
    EXPECT_NEAR(std::accumulate(bound.prices.begin(), bound.prices.end(), 0.0),
                operation == Operation::kBarrier ? 0.0 : 1.0, 1e-9);
    switch (operation) {
        case Operation::kBarrier:
            EXPECT_EQ(bound.time, Seconds(0.0));
            break;
        case Operation::kBroadcast:
            expect_proved_by_cuts(graph, resources, source, bound, true, false);
            break;
        case Operation::kReduce:
            expect_proved_by_cuts(graph, resources, source, bound, false, true);
            break;
        case Operation::kAllreduce:
            expect_proved_by_cuts(graph, resources, source, bound, true, true);
            break;
        default: {
            steady_state::Routing routing;
            routing.time = bound.reached;
            routing.bound = bound.time;
            routing.ways = bound.ways;
            routing.prices = bound.prices;
            steady_state::expect_proved(scheme::comes_up(operation) ? graph::reversed(graph) : graph, resources,
                                        bound.demands, routing, 1e-9);
            double asked = 0.0;
            for (const steady_state::Demand& demand : bound.demands) {
                asked += demand.slices;
            }
            const double all = std::accumulate(slices.begin(), slices.end(), 0.0);
            double expected = all;
            if (scheme::is_rooted(operation)) {
                expected -= slices[static_cast<std::size_t>(source)];
            } else if (operation == Operation::kAlltoall) {
                expected *= all;
                for (const double inside : slices) {
                    expected -= inside * inside;
                }
            }
            EXPECT_NEAR(asked, expected, 1e-9);
        }
    }
}

TEST(GraphBound, BothSidesOfEveryProofHoldOnRandomGraphs) {
    constexpr graph::PortModel kModels[] = {graph::PortModel::kOnePort, graph::PortModel::kOnePortUnidirectional,
                                            graph::PortModel::kMultiPort};
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        base::Random random(seed);
        Graph graph = random_graphs::of_density(2 + static_cast<int>(seed % 4), 0.5, seed);
        random_graphs::make_uneven(graph, random);
        random_graphs::share_resources(graph, random);
        const Resources resources(graph, kModels[seed % 3]);
        std::vector<double> slices;
        for (int node = 0; node < graph.num_nodes(); ++node) {
            slices.push_back(1.0 + random.below(8));
        }
        const int source = random.below(graph.num_nodes());
        for (const Operation operation : kAll) {
            SCOPED_TRACE(seed);
            expect_proved(operation, graph, resources, source, slices);
        }
    }
}

/// The gap stays what it is where ways are many.
TEST(GraphBound, IsProvedToTheNinthDigitOnLargerGraphs) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        base::Random random(seed);
        Graph graph = random_graphs::of_density(16, 0.3, seed);
        random_graphs::make_uneven(graph, random);
        random_graphs::share_resources(graph, random);
        const Resources resources(graph, graph::PortModel::kMultiPort);
        for (const Operation operation : kAll) {
            EXPECT_LT(bound_on_graph(operation, graph, resources, 0, one_each(graph)).gap, 1e-9)
                << scheme::name_of(operation) << ", seed " << seed;
        }
    }
}

}  // namespace
}  // namespace causeway::bound
