/// From every cluster the tree of the shortest ways: what few bytes need from all clusters is there by then.
///
/// Source: Dijkstra 1959, over L + g(m).
#include "causeway/base/shortest_ways.hpp"
#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::planner {

namespace {

using inter_cluster::ClusterProblem;
using inter_cluster::Send;
using scheme::Scheme;
using scheme::Trees;

using ShortestWays = base::ShortestWays<Seconds>;

/// Steps are numbered by the clusters that they begin at.
ShortestWays shortest_ways_from(const ClusterProblem& problem, int first) {
    return base::shortest_ways<Seconds>(static_cast<std::size_t>(problem.size()), first,
                                        {Seconds(0.0), Seconds::infinity()},
                                        [&](int from, Seconds time, const auto& reach) {
                                            for (int to = 0; to < problem.size(); ++to) {
                                                reach(to, from, time + problem.transfer_time(from, to));
                                            }
                                        });
}

/// Sends along them, breadth first: of those of one cluster first the one beyond which the longest way ends.
std::vector<Send> sends_along(const ShortestWays& ways) {
    std::vector<Seconds> ends = ways.cost;  // of the longest way that leads through the cluster
    std::vector<std::vector<int>> next(ways.last_step.size());
    for (auto cluster = ways.nearest_first.rbegin(); cluster != ways.nearest_first.rend(); ++cluster) {
        const auto number = static_cast<std::size_t>(*cluster);
        if (const int before = ways.last_step[number]; before >= 0) {
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
    const ClusterProblem problem = task.problem_between(0, message, std::vector<Seconds>(num_groups));
    std::vector<std::vector<Send>> sends;
    for (std::size_t g = 0; g < num_groups; ++g) {
        sends.push_back(sends_along(shortest_ways_from(problem, static_cast<int>(g))));
        if (sends.back().size() + 1 != num_groups) {
            return {};
        }
    }
    if (num_groups > policy::kMostClustersAllInside) {
        inside.resize(std::min(inside.size(), policy::kMostInsideOfMany));
    }
    std::vector<TreesOfClusters> result;
    for (const strategy::TunedStrategy& tuned : inside) {
        const std::vector<plan::LocalChoice> local = inside_clusters(task, tuned, message);
        TreesOfClusters& trees = result.emplace_back();
        for (std::size_t g = 0; g < num_groups; ++g) {
            trees.push_back(
                whole_tree(task.groups[g].coordinator(), message, "shortest-ways", task.to_platform(sends[g]), local));
        }
    }
    return result;
}

namespace {

void offer_cluster_trees_by_shortest_ways(Search& search, const Scheme* scheme) {
    const Task& task = search.task();
    if (search.is_ordered() || task.groups.size() == 1 || task.groups.size() > scheme::kMostClusterTrees ||
        task.placement.num_processes() * task.request.message > policy::kMostByShortestWays) {
        return;
    }
    const Bytes message = std::max(task.request.message, Bytes(1));
    std::vector<strategy::TunedStrategy> inside = search.strategies_inside();
    if (scheme::has_blocks_of_pairs(task.request.operation)) {
        inside.resize(std::min<std::size_t>(inside.size(), 1));  // which is not for such data: all plans would be alike
    }
    for (TreesOfClusters& trees : trees_by_shortest_ways(search.down(), message, std::move(inside))) {
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
