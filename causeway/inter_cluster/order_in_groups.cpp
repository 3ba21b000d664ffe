#include "causeway/inter_cluster/order_in_groups.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace causeway::inter_cluster {

namespace {

struct OrderWithin {
    std::vector<Send> sends;
    Seconds makespan;
};

class Nest {
public:
    Nest(const ClusterProblem& problem, const std::vector<std::vector<int>>& groups, Completion completion,
         const OrderClusters& order)
        : problem_(problem), groups_(groups), completion_(completion), order_(order) {}

    /// From `entry`, one of `members`, to all of them.
    [[nodiscard]] OrderWithin order_within(const std::vector<int>& members, int entry) const {
        if (members.size() == 1) {
            return {.sends = {}, .makespan = problem_.local_time[static_cast<std::size_t>(entry)]};
        }
        const std::vector<std::vector<int>> children = children_of(members);
        ClusterProblem between;
        std::vector<int> entries;
        std::vector<OrderWithin> inside;
        for (const std::vector<int>& child : children) {
            const bool is_here = std::binary_search(child.begin(), child.end(), entry);
            if (is_here) {
                between.root = static_cast<int>(entries.size());
            }
            entries.push_back(is_here ? entry : nearest_to(entry, child));
            inside.push_back(order_within(child, entries.back()));
            between.local_time.push_back(inside.back().makespan);
        }
        const int n = static_cast<int>(entries.size());
        between.gap = base::SquareMatrix<Seconds>(n);
        between.latency = base::SquareMatrix<Seconds>(n);
        for (int a = 0; a < n; ++a) {
            for (int b = 0; b < n; ++b) {
                between.gap(a, b) =
                    problem_.gap(entries[static_cast<std::size_t>(a)], entries[static_cast<std::size_t>(b)]);
                between.latency(a, b) =
                    problem_.latency(entries[static_cast<std::size_t>(a)], entries[static_cast<std::size_t>(b)]);
            }
        }
        const std::vector<Send> sends = order_(between);
        OrderWithin result;
        result.makespan = evaluate(between, sends, completion_).makespan;
        std::vector<int> reached{between.root};
        for (const Send& send : sends) {
            result.sends.push_back(
                {entries[static_cast<std::size_t>(send.from)], entries[static_cast<std::size_t>(send.to)]});
            reached.push_back(send.to);
        }
        for (const int child : reached) {
            const std::vector<Send>& further = inside[static_cast<std::size_t>(child)].sends;
            result.sends.insert(result.sends.end(), further.begin(), further.end());
        }
        return result;
    }

private:
    /// The largest groups inside `members`, and the clusters that are in none, by their first clusters.
    [[nodiscard]] std::vector<std::vector<int>> children_of(const std::vector<int>& members) const {
        std::vector<std::vector<int>> result;
        for (const int cluster : members) {
            const bool is_taken = std::any_of(result.begin(), result.end(), [&](const std::vector<int>& child) {
                return std::binary_search(child.begin(), child.end(), cluster);
            });
            if (is_taken) {
                continue;
            }
            std::vector<int> child{cluster};
            for (const std::vector<int>& group : groups_) {
                const bool has_it = std::binary_search(group.begin(), group.end(), cluster);
                if (has_it && group.size() < members.size() && group.size() > child.size()) {
                    child = group;
                }
            }
            result.push_back(std::move(child));
        }
        return result;
    }

    [[nodiscard]] int nearest_to(int sender, const std::vector<int>& members) const {
        return *std::min_element(members.begin(), members.end(), [&](int a, int b) {
            return problem_.transfer_time(sender, a) < problem_.transfer_time(sender, b);
        });
    }

    const ClusterProblem& problem_;
    const std::vector<std::vector<int>>& groups_;
    Completion completion_;
    const OrderClusters& order_;
};

}  // namespace

std::vector<Send> order_in_groups(const ClusterProblem& problem, const std::vector<std::vector<int>>& groups,
                                  Completion completion, const OrderClusters& order) {
    require_root(problem);
    std::vector<int> all;
    for (int cluster = 0; cluster < problem.size(); ++cluster) {
        all.push_back(cluster);
    }
    return Nest(problem, groups, completion, order).order_within(all, problem.root).sends;
}

}  // namespace causeway::inter_cluster
