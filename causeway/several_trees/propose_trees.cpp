#include "causeway/several_trees/propose_trees.hpp"

#include "causeway/graph/resources.hpp"
#include "causeway/several_trees/cluster_network.hpp"
#include "causeway/several_trees/operation_demands.hpp"
#include "causeway/several_trees/packed_trees.hpp"
#include "causeway/steady_state/demands.hpp"
#include "causeway/steady_state/packing.hpp"
#include "causeway/steady_state/slices.hpp"
#include "causeway/steady_state/throughput_bound.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace causeway::several_trees {

namespace {

using plan::ClusterTree;
using planner::TreeProposal;
using scheme::Operation;
using steady_state::Demand;
using steady_state::Routing;
using steady_state::Way;
using steady_state::WayKind;

constexpr std::array<std::size_t, 4> kNumbersOfTrees{1, 2, 4, 8};
/// What a cluster has is divided into so many parts at most.
constexpr int kMostParts = 40;
/// Of more clusters linear programs take minutes.
constexpr int kMostClusters = 256;
/// More trees have to carry this much more to be proposed.
constexpr double kLeastGain = 1.01;

/// What carries most may go by far; where there is less data, ways count that are no longer than so many times what is
/// nearest (ClusterNetwork::without_detours).
constexpr std::array kDetours{1.0, 2.0, 4.0, 8.0, 16.0};
/// Of more clusters every network is a second of work.
constexpr std::size_t kMostOfSeveralNetworks = scheme::kMostSharedTrees;

/// Down trees from the root's cluster; or up them, over a network that was turned round.
std::vector<TreeProposal> trees_one_way(const ClusterNetwork& network) {
    const graph::Graph& graph = network.clusters.graph;
    const int source = network.clusters.source;
    const steady_state::ThroughputBound bound = steady_state::throughput_bound(graph, network.resources, source);
    const steady_state::Packer packer(graph, network.resources, source, bound);
    std::vector<TreeProposal> result;
    double best = 0.0;
    for (const std::size_t most : kNumbersOfTrees) {
        if (bound.throughput <= kLeastGain * best) {
            break;  // nothing carries so much more
        }
        const steady_state::Packing packing = packer.pack({.most_trees = static_cast<int>(most)});
        if (packing.throughput > kLeastGain * best) {
            best = packing.throughput;
            result.push_back(
                network.proposal(in_periods(network.clusters, packing), Seconds(1.0 / packing.throughput)));
        }
    }
    return result;
}

/// Routings with few ways and with more, as far as more are faster: for at most so many each.
std::vector<Routing> routings_of(const ClusterNetwork& network, const std::vector<Demand>& demands,
                                 std::span<const std::size_t> numbers_of_ways) {
    const graph::Graph& graph = network.clusters.graph;
    Routing routing = steady_state::route(graph, network.resources, demands);
    std::vector<Routing> result;
    for (auto most = numbers_of_ways.rbegin(); most != numbers_of_ways.rend(); ++most) {
        routing = steady_state::with_fewer_ways(graph, network.resources, demands, std::move(routing), *most);
        while (!result.empty() && routing.time < kLeastGain * result.back().time) {
            result.pop_back();
        }
        result.push_back(routing);
    }
    std::reverse(result.begin(), result.end());
    return result;
}

/// The ways of each demand, with their parts of it; those that are worth none are left out.
std::vector<std::pair<Way, int>> in_parts(const Routing& routing, int num_demands) {
    std::vector<std::pair<Way, int>> result;
    for (int k = 0; k < num_demands; ++k) {
        const std::vector<Way> ways = routing.of(k);
        std::vector<double> weights;
        for (const Way& way : ways) {
            weights.push_back(way.slices);
        }
        const std::vector<int> parts = steady_state::slices_per_period(weights, kMostParts);
        for (std::size_t w = 0; w < ways.size(); ++w) {
            if (parts[w] > 0) {
                result.emplace_back(ways[w], parts[w]);
            }
        }
    }
    return result;
}

/// The tree from where its ends are nearest, by latencies: edges that lead there are those that lead back.
std::vector<int> from_its_middle(const graph::Graph& graph, const std::vector<int>& edges) {
    const std::vector<std::optional<int>> back = graph::edges_back(graph);
    std::vector<std::vector<int>> out(graph.nodes.size());
    for (const int e : edges) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        out[static_cast<std::size_t>(edge.from)].push_back(e);
        out[static_cast<std::size_t>(edge.to)].push_back(*back[static_cast<std::size_t>(e)]);
    }
    std::vector<int> best;
    Seconds least = Seconds::infinity();
    for (int root = 0; root < graph.num_nodes(); ++root) {
        std::vector<int> found;
        std::vector<std::pair<int, Seconds>> reached{{root, Seconds(0.0)}};
        Seconds farthest;
        for (std::size_t i = 0; i < reached.size(); ++i) {
            const auto [node, time] = reached[i];
            farthest = std::max(farthest, time);
            for (const int e : out[static_cast<std::size_t>(node)]) {
                const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
                if (std::none_of(reached.begin(), reached.end(),
                                 [&](const auto& one) { return one.first == edge.to; })) {
                    reached.emplace_back(edge.to, time + edge.latency);
                    found.push_back(e);
                }
            }
        }
        if (farthest < least) {
            least = farthest;
            best = std::move(found);
        }
    }
    return best;
}

/// Trees that all data goes up and down.
std::vector<TreeProposal> trees_two_ways(const ClusterNetwork& network) {
    const graph::Graph& graph = network.clusters.graph;
    const std::vector<Demand> demands{{.kind = WayKind::kTwoWays, .from = network.clusters.source}};
    std::vector<TreeProposal> result;
    for (const Routing& routing : routings_of(network, demands, kNumbersOfTrees)) {
        planner::ClusterTrees trees;
        for (const auto& [way, parts] : in_parts(routing, 1)) {
            trees.push_back(network.tree_of(from_its_middle(graph, way.edges)));
            for (const int cluster : network.clusters.clusters) {
                trees.back().carries.push_back({cluster, parts});
            }
        }
        result.push_back(network.proposal(std::move(trees), routing.time));
        result.back().reach = 2.0 * result.back().reach;  // up, and down
    }
    return result;
}

/// A tree that grows path by path.
class PathTree {
public:
    PathTree(const graph::Graph& graph, int source)
        : graph_(graph), source_(source), way_in_(static_cast<std::size_t>(graph.num_nodes()), kNone) {}

    /// Adds the path if what it leads through is reached by its edges, or not yet, and its end has no path here.
    [[nodiscard]] bool add(const Way& way) {
        const bool fits = std::all_of(way.edges.begin(), way.edges.end(), [&](int e) {
            const int known = way_in(e);
            return known == kNone || known == e;
        });
        if (!fits || !ends_.insert(end_of(way.edges.back())).second) {
            return false;
        }
        for (const int e : way.edges) {
            way_in(e) = e;
        }
        return true;
    }

    /// From the source on; nodes that no path leads through hang where the graph lets them.
    [[nodiscard]] std::vector<int> spanning() {
        std::vector<int> edges;
        std::vector<int> reached{source_};
        for (std::size_t i = 0; i < reached.size(); ++i) {
            for (int e = 0; e < graph_.num_edges(); ++e) {
                const graph::Edge& edge = graph_.edges[static_cast<std::size_t>(e)];
                const bool is_new = std::find(reached.begin(), reached.end(), edge.to) == reached.end();
                if (edge.from == reached[i] && is_new && (way_in(e) == kNone || way_in(e) == e)) {
                    reached.push_back(edge.to);
                    edges.push_back(e);
                }
            }
        }
        return edges;
    }

private:
    static constexpr int kNone = -1;

    [[nodiscard]] int end_of(int edge) const { return graph_.edges[static_cast<std::size_t>(edge)].to; }
    [[nodiscard]] int& way_in(int edge) { return way_in_[static_cast<std::size_t>(end_of(edge))]; }

    const graph::Graph& graph_;
    int source_;
    std::vector<int> way_in_;  ///< [node]
    std::set<int> ends_;
};

/// [resource]: what it is busy for, of the longest that any is.
std::vector<double> busy_parts(const ClusterNetwork& network, const std::vector<std::pair<Way, int>>& ways,
                               const std::vector<Demand>& demands) {
    std::vector<int> all(demands.size(), 0);
    for (const auto& [way, parts] : ways) {
        all[static_cast<std::size_t>(way.demand)] += parts;
    }
    std::vector<double> busy(static_cast<std::size_t>(network.resources.size()), 0.0);
    for (const auto& [way, parts] : ways) {
        const auto demand = static_cast<std::size_t>(way.demand);
        for (const int e : way.edges) {
            for (const graph::Use& use : network.resources.of_edge(e)) {
                busy[static_cast<std::size_t>(use.resource)] +=
                    demands[demand].slices * parts / all[demand] * use.time.value();
            }
        }
    }
    const double most = *std::max_element(busy.begin(), busy.end());
    for (double& one : busy) {
        one /= most;
    }
    return busy;
}

/// After which part of the time what takes the way may begin to leave its source: what it passes further on, beyond
/// what all that leaves the source does, is busy for the rest of it.
double late_by(const ClusterNetwork& network, const Way& way, const std::vector<double>& busy) {
    const graph::Graph& graph = network.clusters.graph;
    double busiest = 0.0;
    for (const int e : way.edges) {
        for (const graph::Use& use : network.resources.of_edge(e)) {
            const std::vector<graph::Share>& shares = network.resources[use.resource].shares;
            const bool is_way_out =
                shares.size() > 1 && std::all_of(shares.begin(), shares.end(), [&](const graph::Share& share) {
                    return graph.edges[static_cast<std::size_t>(share.edge)].from == network.clusters.source;
                });
            busiest = is_way_out ? busiest : std::max(busiest, busy[static_cast<std::size_t>(use.resource)]);
        }
    }
    return 1.0 - busiest;
}

/// Trees from one cluster, made of paths to others, as few as they fit into.
class TreesOfPaths {
public:
    TreesOfPaths(const ClusterNetwork& network, int source) : network_(network), source_(source) {}

    /// What is for the way's end, so many parts of it. Returns the entry, until the next is added.
    plan::ClusterPart& add(const Way& way, int end, int parts) {
        const graph::Graph& graph = network_.clusters.graph;
        std::size_t t = 0;
        while (t < paths_.size() && !paths_[t].add(way)) {
            ++t;
        }
        if (t == paths_.size()) {
            (void)paths_.emplace_back(graph, source_).add(way);
            trees_.emplace_back();
        }
        Seconds latency;
        for (const int e : way.edges) {
            latency += graph.edges[static_cast<std::size_t>(e)].latency;
        }
        reach_ = std::max(reach_, latency);
        return trees_[t].carries.emplace_back(
            plan::ClusterPart{network_.clusters.clusters[static_cast<std::size_t>(end)], parts});
    }

    /// By latencies, along the longest path: nothing goes to where no path leads.
    [[nodiscard]] Seconds reach() const { return reach_; }

    [[nodiscard]] planner::ClusterTrees trees() && {
        for (std::size_t t = 0; t < paths_.size(); ++t) {
            trees_[t].sends = network_.tree_of(paths_[t].spanning()).sends;
        }
        return std::move(trees_);
    }

private:
    const ClusterNetwork& network_;
    int source_;
    std::vector<PathTree> paths_;
    planner::ClusterTrees trees_;
    Seconds reach_;
};

/// Trees from the root's cluster, made of paths to each other one.
std::vector<TreeProposal> trees_of_paths(const ClusterNetwork& network, const std::vector<Demand>& demands,
                                         Operation operation) {
    const int source = network.clusters.source;
    const std::array most{demands.size(), scheme::kMostSharedTrees};
    std::vector<TreeProposal> result;
    for (const Routing& routing : routings_of(network, demands, most)) {
        TreesOfPaths paths(network, source);
        const std::vector<std::pair<Way, int>> ways = in_parts(routing, static_cast<int>(demands.size()));
        const std::vector<double> busy =
            operation == Operation::kScatter ? busy_parts(network, ways, demands) : std::vector<double>();
        for (const auto& [way, parts] : ways) {
            plan::ClusterPart& part = paths.add(way, demands[static_cast<std::size_t>(way.demand)].to, parts);
            if (operation == Operation::kScatter) {
                part.late = static_cast<int>(plan::ClusterPart::kWholeTime * late_by(network, way, busy));
            }
        }
        const Seconds reach = paths.reach();
        planner::ClusterTrees trees = std::move(paths).trees();
        // What the root's own cluster has goes from host to host inside it.
        trees.front().carries.push_back({network.clusters.clusters[static_cast<std::size_t>(source)], 1});
        result.push_back(network.proposal(std::move(trees), routing.time));
        result.back().reach = reach;
    }
    return result;
}

/// Trees from each cluster, made of paths to each other one.
std::vector<TreeProposal> trees_of_exchanges(const ClusterNetwork& network, const std::vector<Demand>& demands) {
    const std::array most{demands.size(), 2 * demands.size()};
    std::vector<TreeProposal> result;
    for (const Routing& routing : routings_of(network, demands, most)) {
        std::vector<TreesOfPaths> from;
        for (int source = 0; source < network.clusters.graph.num_nodes(); ++source) {
            from.emplace_back(network, source);
        }
        for (const auto& [way, parts] : in_parts(routing, static_cast<int>(demands.size()))) {
            const Demand& demand = demands[static_cast<std::size_t>(way.demand)];
            (void)from[static_cast<std::size_t>(demand.from)].add(way, demand.to, parts);
        }
        planner::ClusterTrees all;
        Seconds reach;
        for (TreesOfPaths& paths : from) {
            reach = std::max(reach, paths.reach());
            for (plan::ClusterTree& tree : std::move(paths).trees()) {
                all.push_back(std::move(tree));
            }
        }
        result.push_back(network.proposal(std::move(all), routing.time));
        result.back().reach = reach;
    }
    return result;
}

/// Trees from every cluster, of what it has to all.
std::vector<TreeProposal> trees_from_all(const ClusterNetwork& network, const std::vector<Demand>& demands) {
    const std::array most{demands.size(), scheme::kMostSharedTrees};
    std::vector<TreeProposal> result;
    for (const Routing& routing : routings_of(network, demands, most)) {
        planner::ClusterTrees trees;
        for (const auto& [way, parts] : in_parts(routing, static_cast<int>(demands.size()))) {
            trees.push_back(network.tree_of(way.edges));
            const int from = demands[static_cast<std::size_t>(way.demand)].from;
            trees.back().carries.push_back({network.clusters.clusters[static_cast<std::size_t>(from)], parts});
        }
        result.push_back(network.proposal(std::move(trees), routing.time));
    }
    return result;
}

std::vector<TreeProposal> trees_over(const ClusterNetwork& network, Operation operation) {
    const std::vector<Demand> demands = demands_of(operation, network.clusters.source, network.clusters.num_processes);
    switch (operation) {
        case Operation::kBroadcast:
        case Operation::kReduce:
            return trees_one_way(network);
        case Operation::kAllreduce:
            return trees_two_ways(network);
        case Operation::kGather:
        case Operation::kScatter:
            return trees_of_paths(network, demands, operation);
        case Operation::kAllgather:
        case Operation::kReduceScatter:
            return trees_from_all(network, demands);
        case Operation::kAlltoall:
            return trees_of_exchanges(network, demands);
        case Operation::kBarrier:
        case Operation::kScan:
        case Operation::kNeighborAllgather:
        case Operation::kNeighborAlltoall:
            break;
    }
    return {};
}

}  // namespace

std::vector<TreeProposal> propose_trees(const platform::Platform& platform, const platform::Placement& placement,
                                        Operation operation, int root) {
    if (platform.num_clusters() > kMostClusters) {
        return {};
    }
    const ClusterNetwork network(scheme::comes_up(operation) ? platform::turned_round(platform) : platform, placement,
                                 root);
    const std::size_t num_clusters = network.clusters.clusters.size();
    const bool is_shared = operation == Operation::kAllreduce || scheme::has_owned_blocks(operation);
    if ((is_shared && (num_clusters < 2 || num_clusters > scheme::kMostSharedTrees)) ||
        !network.is_joined_for(operation)) {
        return {};
    }
    std::vector<TreeProposal> result = trees_over(network, operation);
    if (result.empty() || num_clusters > kMostOfSeveralNetworks) {
        return result;
    }
    for (const double times : kDetours) {
        if (const std::optional<ClusterNetwork> nearer = network.without_detours(operation, times)) {
            for (TreeProposal& proposal : trees_over(*nearer, operation)) {
                const bool is_known = std::any_of(result.begin(), result.end(), [&](const TreeProposal& known) {
                    return known.trees == proposal.trees;
                });
                if (!is_known) {
                    result.push_back(std::move(proposal));
                }
            }
        }
    }
    return result;
}

}  // namespace causeway::several_trees
