/// Several demands at once: times against closed cases, and the proof that nothing is faster, checked by enumeration.
#include "causeway/steady_state/demands.hpp"

#include "causeway/base/random.hpp"
#include "causeway/steady_state/throughput_bound.hpp"
#include "causeway/tree/broadcast_tree.hpp"
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

/// Every two of so many nodes joined both ways; a slice takes a second.
Graph clique(int nodes) {
    Graph graph = random_graphs::without_edges(nodes);
    for (int a = 0; a < nodes; ++a) {
        for (int b = a + 1; b < nodes; ++b) {
            random_graphs::join(graph, a, b, Seconds(1.0));
        }
    }
    return graph;
}

Graph ring(int nodes) {
    Graph graph = random_graphs::without_edges(nodes);
    for (int a = 0; a < nodes; ++a) {
        random_graphs::join(graph, a, (a + 1) % nodes, Seconds(1.0));
    }
    return graph;
}

/// Nothing but the links limits.
Resources links_of(Graph graph) {
    graph.send_time.assign(graph.nodes.size(), Seconds(0.0));
    return {graph, graph::PortModel::kMultiPort};
}

std::vector<Demand> from_everyone(const Graph& graph) {
    std::vector<Demand> demands;
    for (int node = 0; node < graph.num_nodes(); ++node) {
        demands.push_back({WayKind::kTree, node, 0, 1.0});
    }
    return demands;
}

/// The edge back; -1: there is none.
int back_of(const Graph& graph, int e) {
    const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
    for (int other = 0; other < graph.num_edges(); ++other) {
        if (graph.edges[static_cast<std::size_t>(other)].from == edge.to &&
            graph.edges[static_cast<std::size_t>(other)].to == edge.from) {
            return other;
        }
    }
    return -1;
}

/// What a slice on these edges costs, both ways if that is asked for.
double cost_of(const Graph& graph, const Resources& resources, const std::vector<double>& prices,
               const std::vector<int>& edges, bool both_ways) {
    double cost = 0.0;
    const auto add = [&](int e) {
        for (const graph::Use& use : resources.of_edge(e)) {
            cost += prices[static_cast<std::size_t>(use.resource)] * use.time.value();
        }
    };
    for (const int e : edges) {
        add(e);
        if (both_ways) {
            add(back_of(graph, e));
        }
    }
    return cost;
}

/// The cheapest way of the demand among all that there are: every path without repetition, every choice of an edge into
/// each node that makes a tree.
double least_cost(const Graph& graph, const Resources& resources, const std::vector<double>& prices,
                  const Demand& demand) {
    double least = std::numeric_limits<double>::infinity();
    if (demand.kind == WayKind::kPath) {
        std::vector<int> path;
        std::set<int> seen{demand.from};
        const std::function<void(int)> go_on = [&](int node) {
            if (node == demand.to) {
                least = std::min(least, cost_of(graph, resources, prices, path, false));
                return;
            }
            for (int e = 0; e < graph.num_edges(); ++e) {
                const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
                if (edge.from == node && seen.insert(edge.to).second) {
                    path.push_back(e);
                    go_on(edge.to);
                    path.pop_back();
                    seen.erase(edge.to);
                }
            }
        };
        go_on(demand.from);
        return least;
    }
    const std::vector<std::vector<int>> in = graph::edges_in(graph);
    std::vector<int> chosen;
    const std::function<void(int)> choose = [&](int node) {
        if (node == graph.num_nodes()) {
            if (tree::is_spanning_tree(graph, demand.from, chosen)) {
                least = std::min(least, cost_of(graph, resources, prices, chosen, demand.kind == WayKind::kTwoWays));
            }
            return;
        }
        if (node == demand.from) {
            choose(node + 1);
            return;
        }
        for (const int e : in[static_cast<std::size_t>(node)]) {
            if (demand.kind == WayKind::kTree || back_of(graph, e) >= 0) {
                chosen.push_back(e);
                choose(node + 1);
                chosen.pop_back();
            }
        }
    };
    choose(0);
    return least;
}

/// Its ways carry every demand in its time; its prices prove its bound; the two are equal, but for a millionth or so.
void expect_proved(const Graph& graph, const Resources& resources, const std::vector<Demand>& demands,
                   const Routing& routing) {
    std::vector<double> busy(static_cast<std::size_t>(resources.size()), 0.0);
    std::vector<double> carried(demands.size(), 0.0);
    for (const Way& way : routing.ways) {
        const Demand& demand = demands[static_cast<std::size_t>(way.demand)];
        carried[static_cast<std::size_t>(way.demand)] += way.slices;
        if (demand.kind == WayKind::kPath) {
            int at = demand.from;
            for (const int e : way.edges) {
                EXPECT_EQ(graph.edges[static_cast<std::size_t>(e)].from, at);
                at = graph.edges[static_cast<std::size_t>(e)].to;
            }
            EXPECT_EQ(at, demand.to);
        } else {
            EXPECT_TRUE(tree::is_spanning_tree(graph, demand.from, way.edges));
        }
        for (const int e : way.edges) {
            for (const int one : {e, demand.kind == WayKind::kTwoWays ? back_of(graph, e) : -1}) {
                for (const graph::Use& use : one < 0 ? std::span<const graph::Use>() : resources.of_edge(one)) {
                    busy[static_cast<std::size_t>(use.resource)] += way.slices * use.time.value();
                }
            }
        }
    }
    for (std::size_t k = 0; k < demands.size(); ++k) {
        EXPECT_NEAR(carried[k], demands[k].slices, 1e-5 * demands[k].slices);
    }
    EXPECT_NEAR(*std::max_element(busy.begin(), busy.end()), routing.time.value(), 1e-5 * routing.time.value());
    EXPECT_NEAR(std::accumulate(routing.prices.begin(), routing.prices.end(), 0.0), 1.0, 1e-9);
    EXPECT_GE(*std::min_element(routing.prices.begin(), routing.prices.end()), 0.0);
    double proved = 0.0;
    for (const Demand& demand : demands) {
        proved += demand.slices * least_cost(graph, resources, routing.prices, demand);
    }
    EXPECT_NEAR(proved, routing.bound.value(), 1e-9 * proved);
    EXPECT_LE(routing.bound.value(), routing.time.value() * (1.0 + 1e-9));
    EXPECT_GE(routing.bound.value(), routing.time.value() * (1.0 - 1e-5));
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
        expect_proved(graph, resources, demands, route(graph, resources, demands));
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
