/// The bound of the throughput and its proof, against the flow formulation.
#include "causeway/steady_state/throughput_bound.hpp"

#include "tests/steady_state/certificate_check.hpp"
#include "tests/steady_state/flow_formulation.hpp"
#include "tests/steady_state/random_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace causeway::steady_state {
namespace {

using graph::Graph;
using graph::PortModel;
using graph::Resources;

constexpr std::array kPortModels{PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort};
constexpr double kGap = 1e-9;

/// The certificate proves the throughput, and holds.
void expect_proven(const Graph& graph, const Resources& resources, int source, const ThroughputBound& bound) {
    constexpr double kRounding = 1e-12;
    EXPECT_LE(busiest(resources, bound.rates), 1.0 + kRounding);
    EXPECT_GE(carried(graph, source, bound.rates), bound.throughput * (1.0 - kRounding));
    for (const double price : bound.prices) {
        EXPECT_GE(price, 0.0);
    }
    double weights = 0.0;
    for (const PricedCut& cut : bound.cuts) {
        EXPECT_GT(cut.weight, 0.0);
        EXPECT_TRUE(std::binary_search(cut.near.begin(), cut.near.end(), source));
        EXPECT_LT(cut.near.size(), graph.nodes.size());
        weights += cut.weight;
    }
    EXPECT_NEAR(weights, 1.0, kRounding);
    EXPECT_LE(unpaid(graph, resources, bound), kRounding);
    const double most = std::accumulate(bound.prices.begin(), bound.prices.end(), 0.0);
    EXPECT_LE(most, bound.throughput * (1.0 + kGap));
    EXPECT_GE(most, bound.throughput * (1.0 - kRounding));
    EXPECT_LE(bound.gap, kGap);
    EXPECT_NEAR(bound.gap, (most - bound.throughput) / most, kRounding);
}

/// As near as a bound's gap lets it be.
auto about(double value) {
    return testing::DoubleNear(value, kGap * value);
}

ThroughputBound proven_bound(const Graph& graph, PortModel model, int source) {
    const Resources resources(graph, model);
    const ThroughputBound bound = throughput_bound(graph, resources, source);
    expect_proven(graph, resources, source, bound);
    return bound;
}

TEST(ThroughputBound, OfAPathIsItsSlowestLinkInOnePort) {
    Graph path = random_graphs::without_edges(3);
    path.edges = {{0, 1, Seconds(0.5), {}}, {1, 2, Seconds(2.0), {}}};
    EXPECT_THAT(proven_bound(path, PortModel::kOnePort, 0).throughput, about(0.5));
    // n1 can't receive while it sends
    EXPECT_THAT(proven_bound(path, PortModel::kOnePortUnidirectional, 0).throughput, about(1.0 / 2.5));
    path.send_time = {Seconds(0.25), Seconds(4.0), Seconds(1.0)};
    EXPECT_THAT(proven_bound(path, PortModel::kMultiPort, 0).throughput, about(0.25));
}

TEST(ThroughputBound, OfAStarIsWhatItsCentreCanSend) {
    Graph star = random_graphs::without_edges(5);
    for (int leaf = 1; leaf < 5; ++leaf) {
        star.edges.push_back({0, leaf, Seconds(leaf), {}});
    }
    EXPECT_THAT(proven_bound(star, PortModel::kOnePort, 0).throughput, about(0.1));
    star.send_time.assign(5, Seconds(0.5));
    EXPECT_THAT(proven_bound(star, PortModel::kMultiPort, 0).throughput, about(0.25));  // the link of 4 s
    star.send_time.assign(5, Seconds(0.0));
    EXPECT_THAT(proven_bound(star, PortModel::kMultiPort, 0).throughput, about(0.25));
}

TEST(ThroughputBound, OfTwoDisjointWaysAddsThemUpWherePortsAllow) {
    // 0 -> 1 -> 3 and 0 -> 2 -> 3, with 1 and 2 joined; every link a second: each half of the slices takes one way
    Graph graph = random_graphs::without_edges(4);
    for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 3}, {1, 2}}) {
        random_graphs::join(graph, a, b, Seconds(1.0));
    }
    EXPECT_THAT(proven_bound(graph, PortModel::kOnePort, 0).throughput, about(1.0));
    graph.send_time.assign(4, Seconds(0.0));
    EXPECT_THAT(proven_bound(graph, PortModel::kMultiPort, 0).throughput, about(2.0));
}

TEST(ThroughputBound, NamesTheUplinkThatEverythingPasses) {
    Graph graph;
    graph.nodes = {"a0", "a1", "b0", "b1"};
    random_graphs::join(graph, 0, 1, Seconds(0.01));
    random_graphs::join(graph, 2, 3, Seconds(0.01));
    graph.shared = {{"the downlink of site b", {}}};
    for (const int from : {0, 1}) {
        for (const int to : {2, 3}) {
            graph.shared[0].shares.push_back({graph.num_edges(), Seconds(0.1)});
            graph.edges.push_back({from, to, Seconds(0.02), {}});
        }
    }
    for (const PortModel model : kPortModels) {
        const ThroughputBound bound = proven_bound(graph, model, 0);
        EXPECT_THAT(bound.throughput, about(10.0));
        EXPECT_EQ(bound.binding, "the downlink of site b, which everything into b0, b1 passes");
    }
}

TEST(ThroughputBound, NamesTheGreatestPricesAndTheHeaviestCutWhereSeveralBind) {
    const Graph graph = random_graphs::of_density(12, 0.2, 3);
    const ThroughputBound bound = proven_bound(graph, PortModel::kOnePort, 0);
    EXPECT_THAT(bound.binding, testing::AllOf(testing::HasSubstr("port of n"), testing::HasSubstr("everything")));
}

TEST(ThroughputBound, IsInfiniteForOneNode) {
    const Graph graph = random_graphs::without_edges(1);
    const ThroughputBound bound = throughput_bound(graph, Resources(graph, PortModel::kOnePort), 0);
    EXPECT_TRUE(std::isinf(bound.throughput));
    EXPECT_EQ(bound.gap, 0.0);
    EXPECT_THAT(bound.rates, testing::IsEmpty());
}

/// Random platforms of 2 to 20 nodes, some with uplinks that several edges share.
class RandomPlatforms : public testing::TestWithParam<PortModel> {};

TEST_P(RandomPlatforms, HaveTheBoundOfTheFlowFormulation) {
    constexpr int kPlatforms = 150;
    for (int i = 0; i < kPlatforms; ++i) {
        base::Random random(base::Random::stream(5, static_cast<std::uint64_t>(i)));
        const int nodes = 2 + random.below(i % 10 == 0 ? 19 : 11);
        Graph graph = random_graphs::of_density(nodes, random.between(0.0, 0.4), random.next());
        if (i % 3 == 1) {
            random_graphs::make_uneven(graph, random);
        }
        if (i % 2 == 1) {
            random_graphs::share_resources(graph, random);
        }
        const int source = random.below(nodes);
        SCOPED_TRACE(testing::Message() << "platform " << i << ", " << nodes << " nodes");
        const Resources resources(graph, GetParam());
        const ThroughputBound bound = throughput_bound(graph, resources, source);
        expect_proven(graph, resources, source, bound);
        const double by_flows = bound_by_flows(graph, resources, source);
        constexpr double kOracle = 1e-8;  // how exactly it is solved
        EXPECT_NEAR(bound.throughput / by_flows, 1.0, kOracle);
    }
}

TEST_P(RandomPlatforms, WithTimesOfTwelveOrdersOfMagnitudeHaveATightBound) {
    for (int i = 0; i < 100; ++i) {
        base::Random random(base::Random::stream(7, static_cast<std::uint64_t>(i)));
        const int nodes = 2 + random.below(30);
        Graph graph = random_graphs::of_density(nodes, random.between(0.0, 0.3), random.next());
        for (graph::Edge& edge : graph.edges) {
            edge.time = Seconds(1e-9);
            for (int tenfold = random.below(13); tenfold > 0; --tenfold) {
                edge.time = 10.0 * edge.time;
            }
            edge.time = random.between(0.5, 2.0) * edge.time;
        }
        SCOPED_TRACE(testing::Message() << "platform " << i << ", " << nodes << " nodes");
        const Resources resources(graph, GetParam());
        const ThroughputBound bound = throughput_bound(graph, resources, 0);
        EXPECT_GT(bound.throughput, 0.0);
        EXPECT_LE(busiest(resources, bound.rates), 1.0 + 1e-12);
        EXPECT_LE(unpaid(graph, resources, bound), 1e-12);
        EXPECT_LE(bound.gap, kGap);
    }
}

INSTANTIATE_TEST_SUITE_P(PortModels, RandomPlatforms, testing::ValuesIn(kPortModels), [](const auto& of) {
    return of.param == PortModel::kOnePort                 ? "OnePort"
           : of.param == PortModel::kOnePortUnidirectional ? "Unidirectional"
                                                           : "MultiPort";
});

}  // namespace
}  // namespace causeway::steady_state
