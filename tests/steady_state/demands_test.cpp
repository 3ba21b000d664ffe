/// Several demands at once: times against closed cases, and the proof that nothing is faster, checked by enumeration.
#include "causeway/steady_state/demands.hpp"

#include "causeway/base/random.hpp"
#include "causeway/steady_state/throughput_bound.hpp"
#include "causeway/tree/broadcast_tree.hpp"
#include "tests/steady_state/certificate_check.hpp"
#include "tests/steady_state/random_graphs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace causeway::steady_state {
namespace {

using graph::Graph;
using graph::Resources;
using random_graphs::clique;
using random_graphs::links_of;
using random_graphs::ring;

std::vector<Demand> from_everyone(const Graph& graph) {
    std::vector<Demand> demands;
    for (int node = 0; node < graph.num_nodes(); ++node) {
        demands.push_back({WayKind::kTree, node, 0, 1.0});
    }
    return demands;
}

TEST(Demands, TakeBothWaysRoundARing) {
    const Graph graph = ring(4);
    const Routing routing = route(graph, links_of(graph), {{WayKind::kPath, 0, 2, 1.0}});
    EXPECT_NEAR(routing.time.value(), 0.5, 1e-6);
    EXPECT_EQ(routing.of(0).size(), 2U);
}

TEST(Demands, OfAllForAllTakeWhatEveryNodeHasToTakeIn) {
    for (const int nodes : {3, 4, 6}) {
        const Graph graph = clique(nodes);
        const Routing routing = route(graph, links_of(graph), from_everyone(graph));
        EXPECT_NEAR(routing.time.value(), 1.0, 1e-5) << "n - 1 slices over n - 1 links";
    }
    const Graph graph = ring(5);
    EXPECT_NEAR(route(graph, links_of(graph), from_everyone(graph)).time.value(), 2.0, 1e-5) << "4 slices over 2 links";
}

/// A complete graph of n nodes, n even, has n/2 spanning trees that share no edge.
TEST(Demands, TwoWaysShareTheEdgesOfACliqueOut) {
    for (const int nodes : {4, 6}) {
        const Graph graph = clique(nodes);
        const Routing routing = route(graph, links_of(graph), {{WayKind::kTwoWays, 0, 0, 1.0}});
        EXPECT_NEAR(routing.time.value(), 2.0 / nodes, 1e-5);
    }
}

TEST(Demands, OfOneTreeTakeWhatTheBoundOfBroadcastsSays) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Graph graph = random_graphs::of_density(9, 0.4, seed);
        const Resources resources(graph, graph::PortModel::kOnePort);
        const Routing routing = route(graph, resources, {{WayKind::kTree, 2, 0, 1.0}});
        const double throughput = throughput_bound(graph, resources, 2).throughput;
        EXPECT_NEAR(routing.time.value() * throughput, 1.0, 1e-5) << "seed " << seed;
    }
}

TEST(Demands, ComeWithAProofThatNothingIsFaster) {
    base::Random random(7);
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const Graph graph = random_graphs::of_density(5, 0.5, seed);
        const Resources resources(graph, seed % 2 == 0 ? graph::PortModel::kOnePort : graph::PortModel::kMultiPort);
        std::vector<Demand> demands;
        for (int k = 0; k < 4; ++k) {
            const int from = random.below(5);
            const WayKind kind = std::vector{WayKind::kPath, WayKind::kTree,
                                             WayKind::kTwoWays}[static_cast<std::size_t>(random.below(3))];
            demands.push_back({kind, from, (from + 1 + random.below(4)) % 5, random.between(0.5, 3.0)});
        }
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        expect_proved(graph, resources, demands, route(graph, resources, demands, 1e-10), 1e-9);
    }
}

TEST(Demands, AreMetByFewerWaysInMoreTime) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Graph graph = random_graphs::of_density(6, 0.7, seed);
        const Resources resources = links_of(graph);
        const std::vector<Demand> demands = from_everyone(graph);
        const Routing best = route(graph, resources, demands);
        Seconds before = best.time;
        for (const std::size_t most : {12, 8, 6, 1}) {
            const Routing fewer = with_fewer_ways(graph, resources, demands, best, most);
            EXPECT_LE(fewer.ways.size(), std::max<std::size_t>(most, demands.size()));
            EXPECT_GE(fewer.time.value(), before.value() * (1.0 - 1e-6));
            EXPECT_EQ(fewer.bound, best.bound);
            std::vector<double> carried(demands.size(), 0.0);
            for (const Way& way : fewer.ways) {
                carried[static_cast<std::size_t>(way.demand)] += way.slices;
            }
            for (const double slices : carried) {
                EXPECT_NEAR(slices, 1.0, 1e-5);
            }
            before = fewer.time;
        }
    }
}

}  // namespace
}  // namespace causeway::steady_state
