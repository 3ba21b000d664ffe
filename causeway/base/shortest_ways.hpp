/// Shortest ways from one node to all others (Dijkstra 1959), among so few that the nearest is found by looking at all.
#pragma once

#include <cstddef>
#include <vector>

namespace causeway::base {

template <typename Cost>
struct ShortestWays {
    std::vector<int> nearest_first;  ///< the nodes that are reached, each after the one that it is reached from
    std::vector<int> last_step;      ///< [node]: by which its way ends; -1: the first, and those that are not reached
    std::vector<Cost> cost;          ///< [node]: of its way
};

/// What the ways from a node on cost: nothing at the node itself, and what stands for nodes that no way leads to.
template <typename Cost>
struct CostsFrom {
    Cost none;
    Cost unreached;
};

/// `leave(node, cost, reach)` calls reach(to, step, cost) for every step that leads on from a node, and what the way up
/// to `to` then costs; the number of a step is the caller's own. Of ways that cost alike the first is taken that is
/// found, from nearer nodes before farther ones. Ends early where `last` is reached, if that is not -1.
template <typename Cost, typename Leave>
[[nodiscard]] ShortestWays<Cost> shortest_ways(std::size_t num_nodes, int first, CostsFrom<Cost> costs,
                                               const Leave& leave, int last = -1) {
    ShortestWays<Cost> ways{{}, std::vector<int>(num_nodes, -1), std::vector<Cost>(num_nodes, costs.unreached)};
    std::vector<bool> is_done(num_nodes, false);
    ways.cost[static_cast<std::size_t>(first)] = costs.none;
    for (;;) {
        std::size_t nearest = num_nodes;
        for (std::size_t node = 0; node < num_nodes; ++node) {
            if (!is_done[node] && ways.cost[node] < costs.unreached &&
                (nearest == num_nodes || ways.cost[node] < ways.cost[nearest])) {
                nearest = node;
            }
        }
        if (nearest == num_nodes) {
            return ways;
        }
        is_done[nearest] = true;
        ways.nearest_first.push_back(static_cast<int>(nearest));
        if (static_cast<int>(nearest) == last) {
            return ways;
        }
        leave(static_cast<int>(nearest), ways.cost[nearest], [&](int to, int step, const Cost& cost) {
            const auto end = static_cast<std::size_t>(to);
            if (!is_done[end] && cost < ways.cost[end]) {
                ways.cost[end] = cost;
                ways.last_step[end] = step;
            }
        });
    }
}

}  // namespace causeway::base
