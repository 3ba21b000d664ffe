/// Several trees at once, against the bound.
#include "causeway/steady_state/packing.hpp"

#include "causeway/steady_state/verify.hpp"
#include "tests/steady_state/random_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

namespace causeway::steady_state {
namespace {

using graph::Graph;
using graph::PortModel;
using graph::Resources;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::array kAllPortModels{PortModel::kOnePort, PortModel::kOnePortUnidirectional, PortModel::kMultiPort};

/// 0 -> 1 -> 3 and 0 -> 2 -> 3, with 1 and 2 joined; every link a second.
Graph two_ways() {
    Graph graph = random_graphs::without_edges(4);
    for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 3}, {1, 2}}) {
        random_graphs::join(graph, a, b, Seconds(1.0));
    }
    return graph;
}

/// A platform with its bound. Every other one has uneven times and shared resources; the port models take turns.
struct BoundedPlatform {
    Graph graph;
    Resources resources;
    int source;
    ThroughputBound bound;
};

/// Number `index` of a series, of 2 to `most_nodes` + 1 nodes.
BoundedPlatform random_platform(std::uint64_t series, int index, int most_nodes) {
    base::Random random(base::Random::stream(series, static_cast<std::uint64_t>(index)));
    const int nodes = 2 + random.below(most_nodes);
    Graph graph = random_graphs::of_density(nodes, random.between(0.0, 0.3), random.next());
    if (index % 2 == 1) {
        random_graphs::make_uneven(graph, random);
        random_graphs::share_resources(graph, random);
    }
    Resources resources(graph, kAllPortModels[static_cast<std::size_t>(index % 3)]);
    const int source = random.below(nodes);
    ThroughputBound bound = throughput_bound(graph, resources, source);
    return {std::move(graph), std::move(resources), source, std::move(bound)};
}

TEST(Packing, OfTwoWaysTakesATreeOverEach) {
    Graph graph = two_ways();
    graph.send_time.assign(4, Seconds(0.0));
    const Resources resources(graph, PortModel::kMultiPort);
    const ThroughputBound bound = throughput_bound(graph, resources, 0);
    const Packing one = pack(graph, resources, 0, bound, {.most_trees = 1});
    EXPECT_NEAR(one.throughput, 1.0, 1e-9);
    const Packing two = pack(graph, resources, 0, bound, {.most_trees = 2});
    EXPECT_NEAR(two.throughput, 2.0, 1e-9);
    EXPECT_EQ(two.trees.size(), 2U);
    EXPECT_THAT(verify(two, graph, resources, 0), IsEmpty());
}

TEST(Packing, OfOneNodeIsATreeWithoutEdges) {
    const Graph graph = random_graphs::without_edges(1);
    const Resources resources(graph, PortModel::kOnePort);
    const Packing packing = pack(graph, resources, 0, throughput_bound(graph, resources, 0), {});
    EXPECT_TRUE(std::isinf(packing.throughput));
    EXPECT_THAT(verify(packing, graph, resources, 0), IsEmpty());
}

TEST(Packing, OfAsManyTreesAsItTakesReachesTheBound) {
    for (int i = 0; i < 60; ++i) {
        const auto [graph, resources, source, bound] = random_platform(15, i, 24);
        const Packing packing = pack(graph, resources, source, bound, {.most_trees = 0});
        EXPECT_THAT(verify(packing, graph, resources, source), IsEmpty());
        EXPECT_NEAR(packing.throughput / bound.throughput, 1.0, 1e-6);
        EXPECT_LE(packing.trees.size(), static_cast<std::size_t>(resources.size()));
    }
}

TEST(Packing, OfFewTreesComesNearTheBoundInOnePort) {
    for (int i = 0; i < 6; ++i) {
        const Graph graph = random_graphs::of_density(15 + i, 0.12, static_cast<std::uint64_t>(i));
        const Resources resources(graph, PortModel::kOnePort);
        const ThroughputBound bound = throughput_bound(graph, resources, 0);
        EXPECT_GE(pack(graph, resources, 0, bound, {.most_trees = 4}).throughput, 0.90 * bound.throughput);
        EXPECT_GE(pack(graph, resources, 0, bound, {.most_trees = 8}).throughput, 0.97 * bound.throughput);
    }
}

TEST(Packing, IsTheSameEachTime) {
    const Graph graph = random_graphs::of_density(15, 0.2, 4);
    const Resources resources(graph, PortModel::kOnePort);
    const ThroughputBound bound = throughput_bound(graph, resources, 0);
    const Packing once = pack(graph, resources, 0, bound, {.most_trees = 3});
    const Packer packer(graph, resources, 0, bound);
    (void)packer.pack({.most_trees = 2});
    const Packing again = packer.pack({.most_trees = 3});
    ASSERT_EQ(once.trees.size(), again.trees.size());
    for (std::size_t k = 0; k < once.trees.size(); ++k) {
        EXPECT_EQ(once.trees[k].weight, again.trees[k].weight);
        EXPECT_EQ(once.trees[k].edges, again.trees[k].edges);
    }
}

TEST(Packing, IsValidAndNeverAboveTheBoundOnRandomPlatforms) {
    for (int i = 0; i < 30; ++i) {
        const auto [graph, resources, source, bound] = random_platform(9, i, 19);
        for (const int most : {1, 2, 4, 8}) {
            const Packing packing = pack(graph, resources, source, bound, {.most_trees = most});
            EXPECT_THAT(verify(packing, graph, resources, source), IsEmpty());
            EXPECT_LE(packing.trees.size(), static_cast<std::size_t>(most));
            EXPECT_LE(packing.throughput, bound.throughput * (1.0 + 1e-9));
        }
    }
}

TEST(VerifyPacking, NamesEveryFault) {
    const Graph graph = two_ways();
    const Resources resources(graph, PortModel::kOnePort);
    const tree::TreeEdges chain{0, 8, 6};  // 0 -> 1 -> 2 -> 3
    const auto faults_of = [&](const Packing& packing) { return verify(packing, graph, resources, 0); };
    EXPECT_THAT(faults_of({1.0, {{1.0, chain}}}), IsEmpty());
    EXPECT_THAT(faults_of({1.5, {{1.0, chain}}}), testing::ElementsAre(HasSubstr("add up to 1, not to 1.5")));
    EXPECT_THAT(faults_of({1.5, {{1.5, chain}}}),
                testing::Contains("the outgoing port of n0 would be busy for 1.5 seconds a second"));
    EXPECT_THAT(faults_of({1.0, {{1.0, {0, 8}}}}), testing::ElementsAre("tree 0: n3 receives nothing"));
    EXPECT_THAT(faults_of({0.5, {{0.5, {0, 8, 6, 2}}}}),
                testing::ElementsAre("tree 0: n2 receives twice, or is the source"));
    EXPECT_THAT(faults_of({0.5, {{0.5, {8, 0, 6}}}}),
                testing::Contains("tree 0: n1 is to send to n2 what nothing has brought to it"));
    EXPECT_THAT(faults_of({0.5, {{0.5, {0, 8, 6, 77}}}}), testing::Contains("tree 0: there is no edge 77"));
    EXPECT_THAT(faults_of({1.0, {{1.0, chain}, {0.0, chain}}}), testing::Contains("tree 1: its weight is 0"));
}

}  // namespace
}  // namespace causeway::steady_state
