#include "causeway/planner/cluster_orders.hpp"

#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/inter_cluster/order_in_groups.hpp"
#include "causeway/planner/cluster_path.hpp"
#include "causeway/planner/least_busy_tree.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/scheme/scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace causeway::planner {

using inter_cluster::ClusterProblem;
using inter_cluster::Heuristic;
using inter_cluster::Send;

namespace {

constexpr std::string_view kByLevels = " by levels";

/// The groups of clusters that have processes, by number among the task's groups; none that has all.
std::vector<std::vector<int>> groups_that_take_part(const Task& task) {
    std::vector<std::vector<int>> result;
    for (const platform::GroupOfClusters& group : task.nests()) {
        std::vector<int> members;
        for (std::size_t member = 0; member < task.members.size(); ++member) {
            if (group.has(task.members[member])) {
                members.push_back(static_cast<int>(member));
            }
        }
        if (members.size() > 1 && members.size() < task.members.size()) {
            result.push_back(std::move(members));
        }
    }
    return result;
}

/// Whether clusters in groups are also ordered all at once: of many that costs most, and few heuristics gain by it.
bool orders_at_once(const Heuristic& heuristic, std::size_t clusters) {
    const bool is_quick = heuristic.name == "ecef-la-mean";
    const bool searches = heuristic.name == "search";
    return clusters <= policy::kMostClustersAtOnce || is_quick ||
           (searches && clusters <= policy::kMostClustersSearched);
}

template <typename Order>
void add_if_new(std::vector<Order>& orders, Order order) {
    const bool is_known =
        std::any_of(orders.begin(), orders.end(), [&](const Order& known) { return known.sends == order.sends; });
    if (!is_known) {
        orders.push_back(std::move(order));
    }
}

}  // namespace

bool is_by_levels(std::string_view name) {
    return name.ends_with(kByLevels);
}

std::vector<GroupOrder> orders_by_heuristics(const ClusterProblem& problem, const Task& task) {
    std::vector<const Heuristic*> allowed;
    if (task.request.heuristic != nullptr) {
        allowed = {task.request.heuristic};
    } else {
        const auto all = inter_cluster::heuristics().members();
        std::copy_if(all.begin(), all.end(), std::back_inserter(allowed),
                     [&](const Heuristic* heuristic) { return problem.size() <= heuristic->most_clusters; });
    }
    inter_cluster::OrderEffort effort;
    effort.completion = task.request.completion;
    const std::vector<std::vector<int>> groups = groups_that_take_part(task);
    std::vector<GroupOrder> orders;
    for (const Heuristic* heuristic : allowed) {
        const auto order_by = [&](const ClusterProblem& asked) {
            return inter_cluster::solve(*heuristic, asked, effort).sends;
        };
        if (groups.empty() || allowed.size() == 1 || orders_at_once(*heuristic, task.groups.size())) {
            add_if_new(orders, GroupOrder{std::string(heuristic->name), order_by(problem)});
        }
        if (!groups.empty()) {
            add_if_new(orders,
                       GroupOrder{fmt::format("{}{}", heuristic->name, kByLevels),
                                  inter_cluster::order_in_groups(problem, groups, effort.completion, order_by)});
        }
    }
    return orders;
}

std::vector<ClusterOrder> cluster_orders(const Task& task) {
    const Bytes segment = std::min(task.request.message, policy::kTypicalSegment);
    std::vector<Seconds> drain_times;
    for (const plan::ClusterGroup& group : task.groups) {
        drain_times.push_back(task.drain_time(group, segment));
    }
    const inter_cluster::ClusterProblem problem = task.problem_between(0, segment, std::move(drain_times));
    std::vector<ClusterOrder> orders;
    if (task.request.heuristic == nullptr) {
        orders.push_back(
            {"best-path", task.to_platform(best_path(problem, base::num_parts(task.request.message, segment)))});
        // Between fewer clusters linear programs say which trees let the most through.
        if (task.groups.size() > scheme::kMostSharedTrees && task.request.message > policy::kSmallestBlock) {
            add_if_new(orders, ClusterOrder{std::string(kLeastBusy), task.to_platform(least_busy_tree(task, segment))});
        }
    }
    for (GroupOrder& order : orders_by_heuristics(problem, task)) {
        add_if_new(orders, ClusterOrder{std::move(order.name), task.to_platform(order.sends)});
    }
    std::erase_if(orders, [&](const ClusterOrder& order) { return order.sends.size() + 1 != task.groups.size(); });
    return orders;
}

}  // namespace causeway::planner
