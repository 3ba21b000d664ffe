/// From every cluster the tree of the shortest ways: what few bytes need from all clusters is there by then.
///
/// Source: Dijkstra 1959, over L + g(m).
#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::planner {

namespace {

using inter_cluster::ClusterProblem;
using inter_cluster::Send;
using plan::Tree;
using scheme::Scheme;
using scheme::Trees;

/// With so many clusters or fewer, all strategies inside them are tried.
constexpr std::size_t kMostAlwaysTried = 31;
/// With more, so many: each is a simulation of as many trees as there are clusters.
constexpr std::size_t kMostOverMany = 2;
/// Of all processes together: longer data is not sent by the shortest ways from each cluster.
constexpr Bytes kMostByShortestWays{64 << 10};

/// Where the shortest ways from one cluster lead.
struct ShortestWays {
    std::vector<int> nearest_first;  ///< the clusters that are reached, each after the one that it is reached from
    std::vector<int> before;         ///< [cluster]: that one; of the first, and of those that are not reached, -1
    std::vector<Seconds> time;       ///< [cluster]; infinite: not reached
};

ShortestWays shortest_ways_from(const ClusterProblem& problem, int first) {
    const auto n = static_cast<std::size_t>(problem.size());
    ShortestWays ways{{}, std::vector<int>(n, -1), std::vector<Seconds>(n, Seconds::infinity())};
    std::vector<bool> is_done(n, false);
    ways.time[static_cast<std::size_t>(first)] = Seconds(0.0);
    for (;;) {
        std::size_t next = n;
        for (std::size_t one = 0; one < n; ++one) {
            if (!is_done[one] && ways.time[one] < Seconds::infinity() &&
                (next == n || ways.time[one] < ways.time[next])) {
                next = one;
            }
        }
        if (next == n) {
            return ways;
        }
        is_done[next] = true;
        ways.nearest_first.push_back(static_cast<int>(next));
        for (std::size_t to = 0; to < n; ++to) {
            const Seconds time = ways.time[next] + problem.transfer_time(static_cast<int>(next), static_cast<int>(to));
            if (!is_done[to] && time < ways.time[to]) {
                ways.time[to] = time;
                ways.before[to] = static_cast<int>(next);
            }
        }
    }
}

/// Sends along them, breadth first: of those of one cluster first the one beyond which the longest way ends.
std::vector<Send> sends_along(const ShortestWays& ways) {
    std::vector<Seconds> ends = ways.time;  // of the longest way that leads through the cluster
    std::vector<std::vector<int>> next(ways.before.size());
    for (auto cluster = ways.nearest_first.rbegin(); cluster != ways.nearest_first.rend(); ++cluster) {
        const auto number = static_cast<std::size_t>(*cluster);
        if (const int before = ways.before[number]; before >= 0) {
            Seconds& end = ends[static_cast<std::size_t>(before)];
            end = std::max(end, ends[number]);
            next[static_cast<std::size_t>(before)].push_back(*cluster);
        }
    }
    std::vector<Send> sends;
    std::vector<int> reached{ways.nearest_first.front()};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const int from = reached[i];
        std::vector<int>& to = next[static_cast<std::size_t>(from)];
        std::stable_sort(to.begin(), to.end(), [&](int a, int b) {
            return ends[static_cast<std::size_t>(a)] > ends[static_cast<std::size_t>(b)];
        });
        for (const int one : to) {
            sends.push_back({from, one});
            reached.push_back(one);
        }
    }
    return sends;
}

}  // namespace

std::vector<TreesOfClusters> trees_by_shortest_ways(const Task& task, Bytes message,
                                                    std::vector<strategy::TunedStrategy> inside) {
    const std::size_t num_groups = task.groups.size();
    const ClusterProblem problem =
        inter_cluster::problem_of(task.platform, task.members, 0, message, std::vector<Seconds>(num_groups));
    std::vector<std::vector<Send>> sends;
    for (std::size_t g = 0; g < num_groups; ++g) {
        sends.push_back(sends_along(shortest_ways_from(problem, static_cast<int>(g))));
        if (sends.back().size() + 1 != num_groups) {
            return {};
        }
    }
    if (num_groups > kMostAlwaysTried) {
        inside.resize(std::min(inside.size(), kMostOverMany));
    }
    std::vector<TreesOfClusters> result;
    for (const strategy::TunedStrategy& tuned : inside) {
        const std::vector<plan::LocalChoice> local = inside_clusters(task, tuned, message);
        TreesOfClusters& trees = result.emplace_back();
        for (std::size_t g = 0; g < num_groups; ++g) {
            Tree& tree = trees.emplace_back();
            tree.shape = plan::Shape::kPipeline;
            tree.root = task.groups[g].coordinator();
            tree.message = message;
            tree.block = message;
            tree.order = "shortest-ways";
            tree.cluster_sends = task.to_platform(sends[g]);
            tree.local = local;
        }
    }
    return result;
}

namespace {

void offer_cluster_trees_by_shortest_ways(Search& search, const Scheme* scheme) {
    const Task& task = search.task();
    if (search.is_ordered() || task.groups.size() == 1 || task.groups.size() > scheme::kMostClusterTrees ||
        task.placement.num_processes() * task.request.message > kMostByShortestWays) {
        return;
    }
    const Bytes message = std::max(task.request.message, Bytes(1));
    for (TreesOfClusters& trees : trees_by_shortest_ways(search.down(), message, search.strategies_inside())) {
        search.offer(plan_over(search.task(), *scheme, std::move(trees)));
    }
}

}  // namespace

extern constexpr Source cluster_trees_by_shortest_ways{
    .name = "cluster_trees_by_shortest_ways",
    .summary = "from each cluster the tree of the shortest ways, for few bytes",
    .source = "Dijkstra 1959",
    .trees = Trees::kPerCluster,
    .offer = offer_cluster_trees_by_shortest_ways,
};

}  // namespace causeway::planner
