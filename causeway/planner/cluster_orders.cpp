#include "causeway/planner/cluster_orders.hpp"

#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/planner/cluster_path.hpp"

#include <algorithm>
#include <utility>

namespace causeway::planner {

using inter_cluster::Heuristic;

std::vector<const Heuristic*> heuristics_for(const Task& task) {
    if (task.request.heuristic != nullptr) {
        return {task.request.heuristic};
    }
    const auto all = inter_cluster::heuristics().members();
    return {all.begin(), all.end()};
}

std::vector<inter_cluster::Send> order_by(const Heuristic& heuristic, const inter_cluster::ClusterProblem& problem,
                                          const Task& task) {
    inter_cluster::OrderEffort effort;
    effort.completion = task.request.completion;
    return inter_cluster::solve(heuristic, problem, effort).sends;
}

std::vector<ClusterOrder> cluster_orders(const Task& task) {
    constexpr Bytes kTypicalSegment{16 << 10};
    const Bytes segment = std::min(task.request.message, kTypicalSegment);
    std::vector<Seconds> drain_times;
    for (const plan::ClusterGroup& group : task.groups) {
        drain_times.push_back(task.drain_time(group, segment));
    }
    const inter_cluster::ClusterProblem problem =
        inter_cluster::problem_of(task.platform, task.members, 0, segment, std::move(drain_times));
    std::vector<ClusterOrder> orders;
    if (task.request.heuristic == nullptr) {
        orders.push_back(
            {"best-path", task.to_platform(best_path(problem, base::num_parts(task.request.message, segment)))});
    }
    for (const Heuristic* heuristic : heuristics_for(task)) {
        ClusterOrder order{std::string(heuristic->name), task.to_platform(order_by(*heuristic, problem, task))};
        const bool is_known = std::any_of(orders.begin(), orders.end(),
                                          [&](const ClusterOrder& known) { return known.sends == order.sends; });
        if (!is_known) {
            orders.push_back(std::move(order));
        }
    }
    std::erase_if(orders, [&](const ClusterOrder& order) { return order.sends.size() + 1 != task.groups.size(); });
    return orders;
}

}  // namespace causeway::planner
