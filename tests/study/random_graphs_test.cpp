/// Random platforms: the draws have the distribution they are said to have, and every graph can be broadcast on.
#include "causeway/study/random_graphs.hpp"

#include "causeway/base/error.hpp"
#include "causeway/graph/resources.hpp"
#include "causeway/graph/validate.hpp"
#include "causeway/study/hierarchical_graphs.hpp"
#include "causeway/study/normal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

namespace causeway::study {
namespace {

using graph::Edge;
using graph::Graph;

/// What any node can be the source of.
void expect_fit_for_broadcasts(const Graph& graph) {
    graph::validate(graph, graph.name);
    for (int node = 0; node < graph.num_nodes(); ++node) {
        graph::require_reachable(graph, node, graph.name);
    }
    EXPECT_EQ(graph.send_time, graph::usual_send_times(graph));
}

TEST(Normal, HasTheMomentsAndTheSharesOfANormalVariate) {
    constexpr int kDraws = 1'000'000;
    base::Random random(2026);
    std::vector<double> draws(kDraws);
    std::generate(draws.begin(), draws.end(), [&] { return normal(random); });
    const auto moment = [&](int power) {
        double sum = 0.0;
        for (const double draw : draws) {
            sum += std::pow(draw, power);
        }
        return sum / kDraws;
    };
    // Four standard errors: the variance of x^k is that of the moments 1, 3, 15, 105 of a normal variate.
    constexpr double kErrors = 4.0 / 1000.0;
    EXPECT_NEAR(moment(1), 0.0, kErrors);
    EXPECT_NEAR(moment(2), 1.0, kErrors * std::sqrt(2.0));
    EXPECT_NEAR(moment(3), 0.0, kErrors * std::sqrt(15.0));
    EXPECT_NEAR(moment(4), 3.0, kErrors * std::sqrt(96.0));
    std::sort(draws.begin(), draws.end());
    double largest_gap = 0.0;  // between the empirical and the true distribution (Kolmogorov, Smirnov)
    for (int i = 0; i < kDraws; ++i) {
        const double expected = 0.5 * std::erfc(-draws[static_cast<std::size_t>(i)] / std::numbers::sqrt2);
        largest_gap = std::max({largest_gap, std::abs(expected - static_cast<double>(i) / kDraws),
                                std::abs(expected - (i + 1.0) / kDraws)});
    }
    EXPECT_LT(largest_gap * std::sqrt(static_cast<double>(kDraws)), 1.95) << "exceeded by one seed in a thousand";
    EXPECT_GT(draws.back(), 4.3) << "tails are not cut off";
    EXPECT_LT(draws.front(), -4.3);
}

TEST(Normal, IsTheSameEverywhereToTheLastBit) {
    base::Random random(1);
    // Of an implementation in another language.
    EXPECT_EQ(normal(random), -0x1.be6db6b9bd314p-2);
    EXPECT_EQ(normal(random), 0x1.990cd70b12c5dp+0);
    EXPECT_EQ(normal(random), -0x1.165c0488bc97cp-1);
}

TEST(RandomGraph, BandwidthsAreNormalAndNoneIsNearZero) {
    RandomGraphs family;
    family.nodes = 200;
    family.density = 1.0;
    base::Random random(3);
    const Graph graph = random_graph(family, random);
    ASSERT_EQ(graph.num_edges(), 200 * 199);
    double sum = 0.0;
    double squares = 0.0;
    for (const Edge& edge : graph.edges) {
        const double bandwidth = 1.0 / edge.time.value();  // MB/s: slices are 1 MB
        EXPECT_GE(bandwidth, 20.0 - 1e-9);
        EXPECT_LE(bandwidth, 180.0 + 1e-9);
        sum += bandwidth;
        squares += bandwidth * bandwidth;
    }
    const double mean = sum / graph.num_edges();
    EXPECT_NEAR(mean, 100.0, 4.0 * 20.0 / std::sqrt(graph.num_edges()));
    EXPECT_NEAR(std::sqrt(squares / graph.num_edges() - mean * mean), 20.0,
                4.0 * 20.0 / std::sqrt(2.0 * graph.num_edges()));
    EXPECT_NE(graph.edges[0].time, graph.edges[1].time) << "each direction draws its own";
}

TEST(RandomGraph, EveryPairIsJoinedWithTheProbabilityAskedFor) {
    RandomGraphs family;
    family.nodes = 50;
    family.density = 0.20;  // where no link is needed to connect
    constexpr int kGraphs = 200;
    double sum = 0.0;
    std::vector<int> links_of_node(50, 0);
    for (int g = 0; g < kGraphs; ++g) {
        base::Random random(base::Random::stream(5, static_cast<std::uint64_t>(g)));
        const Graph graph = random_graph(family, random);
        sum += density(graph);
        for (const Edge& edge : graph.edges) {
            ++links_of_node[static_cast<std::size_t>(edge.from)];
        }
    }
    const double error = std::sqrt(0.20 * 0.80 / (kGraphs * 50.0 * 49.0 / 2.0));
    EXPECT_NEAR(sum / kGraphs, 0.20, 4.0 * error);
    const double expected = 0.20 * 49 * kGraphs;
    for (const int links : links_of_node) {
        EXPECT_NEAR(links, expected, 5.0 * std::sqrt(0.80 * expected)) << "no node is preferred";
    }
}

TEST(RandomGraph, OfTheSourcesSizesAndDensitiesIsConnectedAndAsSparseAsThatAllows) {
    for (const int nodes : {1, 2, 3, 10, 20, 30, 40, 50}) {
        for (const double asked : {0.0, 0.04, 0.08, 0.12, 0.16, 0.20}) {
            RandomGraphs family;
            family.nodes = nodes;
            family.density = asked;
            base::Random random(base::Random::stream(11, static_cast<std::uint64_t>(nodes)));
            const Graph graph = random_graph(family, random);
            expect_fit_for_broadcasts(graph);
            EXPECT_GE(graph.num_edges(), 2 * (nodes - 1));
            if (asked == 0.0) {
                EXPECT_EQ(graph.num_edges(), 2 * (nodes - 1)) << "a tree";
            }
        }
    }
}

TEST(RandomGraph, IsTheSameForASeedAndScalesWithTheSlice) {
    RandomGraphs family;
    const auto drawn = [&](std::uint64_t seed) {
        base::Random random(seed);
        return random_graph(family, random);
    };
    const Graph first = drawn(1);
    EXPECT_EQ(first, drawn(1));
    EXPECT_NE(first.edges, drawn(2).edges);
    EXPECT_EQ(first.num_edges(), 42) << "a change of the draws changes every recorded figure";
    family.slice = Bytes(2'000'000);
    const Graph larger = drawn(1);
    for (std::size_t e = 0; e < first.edges.size(); ++e) {
        EXPECT_DOUBLE_EQ(larger.edges[e].time.value(), 2.0 * first.edges[e].time.value());
    }
}

TEST(RandomGraph, WhatMakesNoGraphIsRefused) {
    const auto refused = [](auto change) {
        RandomGraphs family;
        change(family);
        base::Random random(1);
        EXPECT_THROW((void)random_graph(family, random), base::InputError);
    };
    refused([](RandomGraphs& family) { family.nodes = 0; });
    refused([](RandomGraphs& family) { family.density = 1.1; });
    refused([](RandomGraphs& family) { family.density = std::numeric_limits<double>::quiet_NaN(); });
    refused([](RandomGraphs& family) { family.mean = BytesPerSecond(0.0); });
    refused([](RandomGraphs& family) { family.deviation = BytesPerSecond(25e6); });
    refused([](RandomGraphs& family) { family.deviation = BytesPerSecond(-1.0); });
    refused([](RandomGraphs& family) { family.slice = Bytes(0); });
}

/// 'w', 'm' or 'l'
char level_of(const Graph& graph, int node) {
    return graph.nodes[static_cast<std::size_t>(node)].front();
}

TEST(HierarchicalGraph, OfTheSourcesSizesHasItsDensitiesAndMoreThanATree) {
    for (const HierarchicalGraphs& family : {hierarchy_of_30(), hierarchy_of_65()}) {
        double least = 1.0;
        double most = 0.0;
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            base::Random random(base::Random::stream(1, seed));
            const Graph graph = hierarchical_graph(family, random);
            expect_fit_for_broadcasts(graph);
            ASSERT_EQ(graph.num_nodes(), family.num_nodes());
            EXPECT_GE(graph.num_edges(), 2 * (graph.num_nodes() - 1 + graph.num_nodes() / 5)) << "redundant links";
            least = std::min(least, density(graph));
            most = std::max(most, density(graph));
        }
        EXPECT_GE(least, 0.05);
        EXPECT_LE(most, 0.15);
        EXPECT_GT(most - least, 0.05) << "platforms differ";
    }
    EXPECT_EQ(hierarchy_of_30().num_nodes(), 30);
    EXPECT_EQ(hierarchy_of_65().num_nodes(), 65);
}

TEST(HierarchicalGraph, LinksStayWithinALevelOrGoToTheNextWithItsBandwidthAndLength) {
    base::Random random(4);
    const HierarchicalGraphs family = hierarchy_of_65();
    const Graph graph = hierarchical_graph(family, random);
    bool has_uplink = false;
    for (const Edge& edge : graph.edges) {
        const char from = level_of(graph, edge.from);
        const char to = level_of(graph, edge.to);
        EXPECT_FALSE((from == 'w' && to == 'l') || (from == 'l' && to == 'w'));
        has_uplink = has_uplink || (from == 'm' && to == 'w');
        const bool touches_wan = from == 'w' || to == 'w';
        const bool touches_man = from == 'm' || to == 'm';
        const NetworkLevel& level = touches_wan ? family.wan : touches_man ? family.man : family.lan;
        const double bandwidth = 1e6 / edge.time.value();
        EXPECT_GE(bandwidth, level.bandwidth.least.value() * (1.0 - 1e-12));
        EXPECT_LE(bandwidth, level.bandwidth.most.value() * (1.0 + 1e-12));
        const double diagonal = std::numbers::sqrt2 * (level.side + family.man.side);
        EXPECT_LE(edge.latency.value(), diagonal / 1.998e8);
        EXPECT_GE(edge.latency, Seconds(0.0));
    }
    EXPECT_TRUE(has_uplink);
}

TEST(HierarchicalGraph, IsTheSameForASeed) {
    const auto drawn = [](std::uint64_t seed) {
        base::Random random(seed);
        return hierarchical_graph(hierarchy_of_30(), random);
    };
    EXPECT_EQ(drawn(1), drawn(1));
    EXPECT_NE(drawn(1).edges, drawn(2).edges);
}

TEST(HierarchicalGraph, WhatMakesNoGraphIsRefused) {
    const auto refused = [](auto change) {
        HierarchicalGraphs family;
        change(family);
        base::Random random(1);
        EXPECT_THROW((void)hierarchical_graph(family, random), base::InputError);
    };
    refused([](HierarchicalGraphs& family) { family.wan.nodes = 0; });
    refused([](HierarchicalGraphs& family) { family.mans = -1; });
    refused([](HierarchicalGraphs& family) { family.lan.side = -1.0; });
    refused([](HierarchicalGraphs& family) { family.man.bandwidth.least = BytesPerSecond(0.0); });
    refused([](HierarchicalGraphs& family) { family.most_density = 0.06; });
    refused([](HierarchicalGraphs& family) { family.most_density = 0.9; });
    refused([](HierarchicalGraphs& family) { family.least_density = 0.2; });
    refused([](HierarchicalGraphs& family) { family.slice = Bytes(0); });
}

}  // namespace
}  // namespace causeway::study
