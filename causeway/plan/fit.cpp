#include "causeway/plan/fit.hpp"

#include "causeway/base/error.hpp"
#include "causeway/plan/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace causeway::plan {

namespace {

/// Processes times blocks that are proved.
constexpr std::int64_t kMostProved = 1 << 14;

/// One tree of a plan, seen by the processes that it is to be for.
class TreeFit {
public:
    TreeFit(const Tree& tree, const platform::Placement& placement) : tree_(tree) {
        for (const ClusterGroup& group : groups_of(placement, tree.root)) {
            members_.emplace(group.cluster, static_cast<int>(group.members().size()));
            root_cluster_ = members_.size() == 1 ? group.cluster : root_cluster_;
        }
    }

    [[nodiscard]] std::string misfit() const {
        for (const std::string& reason : {of_local_choices(), of_sends(), of_period()}) {
            if (!reason.empty()) {
                return reason;
            }
        }
        return "";
    }

private:
    [[nodiscard]] std::string of_local_choices() const {
        std::set<int> clusters;
        for (const LocalChoice& choice : tree_.local) {
            const auto group = members_.find(choice.cluster);
            if (group == members_.end()) {
                return "a cluster that has none of these processes";
            }
            if (!choice.order.empty() && static_cast<int>(choice.order.size()) != group->second) {
                return fmt::format("an order of {} members where there are {}", choice.order.size(), group->second);
            }
            clusters.insert(choice.cluster);
        }
        return clusters.size() == members_.size() ? "" : "nothing for some cluster of these processes";
    }

    [[nodiscard]] std::string of_sends() const {
        if (tree_.shape == Shape::kTrees) {
            return "";
        }
        // What is read is a tree, or nothing: whether it begins at the root and spans is left.
        if (!tree_.cluster_sends.empty() && tree_.cluster_sends.front().from != root_cluster_) {
            return "a tree that does not begin in the root's cluster";
        }
        for (const ClusterSend& send : tree_.cluster_sends) {
            if (!members_.contains(send.from) || !members_.contains(send.to)) {
                return "a send of a cluster that has none of these processes";
            }
        }
        return tree_.cluster_sends.size() + 1 == members_.size() ? "" : "a tree that does not span the clusters";
    }

    [[nodiscard]] std::string of_period() const {
        if (tree_.shape != Shape::kTrees) {
            return "";
        }
        for (const PeriodStep& step : tree_.period) {
            const auto from = members_.find(step.from);
            const auto to = members_.find(step.to);
            if (from == members_.end() || to == members_.end()) {
                return "a step of a cluster that has none of these processes";
            }
            if (step.sender >= from->second || step.receiver >= to->second) {
                return "a coordinator that is not there";
            }
        }
        // What is read are trees that no segment enters twice: they begin where none enters.
        const bool begins_at_root = std::none_of(tree_.period.begin(), tree_.period.end(), [&](const PeriodStep& step) {
            return !step.is_inside() && step.to == root_cluster_;
        });
        return begins_at_root ? "" : "trees that do not begin in the root's cluster";
    }

    const Tree& tree_;
    std::map<int, int> members_;  ///< cluster -> those between whom its strategy works
    int root_cluster_ = -1;
};

/// Trees from where the scheme wants them.
std::string misfit_of_roots(const Plan& plan, const platform::Placement& placement) {
    std::set<int> carried;
    std::set<std::pair<int, int>> from_to;  // clusters
    const std::set<int> all(placement.cluster_of_host.begin(), placement.cluster_of_host.end());
    for (const Tree& tree : plan.trees) {
        if (tree.root >= placement.num_processes()) {
            return fmt::format("a tree from rank {} of {} processes", tree.root, placement.num_processes());
        }
        if (scheme::is_rooted(plan.operation) && tree.root != plan.root) {
            return fmt::format("a tree from rank {}, not from the root {}", tree.root, plan.root);
        }
        for (const int cluster : all) {
            if (part_of(tree, cluster, placement).parts > 0) {
                carried.insert(cluster);
                from_to.emplace(placement.cluster_of(tree.root), cluster);
            }
        }
    }
    if (plan.scheme->trees == scheme::Trees::kPerCluster && (carried != all || plan.trees.size() != all.size())) {
        return "not one tree from each cluster of these processes";
    }
    if (plan.scheme->trees == scheme::Trees::kShared && scheme::has_blocks_of_pairs(plan.operation)) {
        for (const int from : all) {
            for (const int to : all) {
                if (from != to && !from_to.contains({from, to})) {
                    return "trees that do not carry what every cluster of these processes has for every other";
                }
            }
        }
        return "";
    }
    if (plan.scheme->trees == scheme::Trees::kShared && carried != all) {
        return "trees that do not carry the data of every cluster of these processes";
    }
    return "";
}

}  // namespace

std::string misfit(const Plan& plan, const platform::Placement& placement) {
    if (scheme::is_rooted(plan.operation) && plan.root >= placement.num_processes()) {
        return fmt::format("the root {} of {} processes", plan.root, placement.num_processes());
    }
    const int processes = placement.num_processes();
    if (!plan.neighbourhood.is_of_all() &&
        static_cast<int>(plan.neighbourhood.receivers(processes).size()) != processes) {
        return fmt::format("neighbours of other processes than these {}", processes);
    }
    if (plan.scheme == nullptr) {
        return "";
    }
    if (std::string reason = misfit_of_roots(plan, placement); !reason.empty()) {
        return reason;
    }
    for (const Tree& tree : plan.trees) {
        if (std::string reason = TreeFit(tree, placement).misfit(); !reason.empty()) {
            return reason;
        }
    }
    const std::int64_t owners = scheme::has_blocks_of_pairs(plan.operation) ? placement.num_processes() : 1;
    const bool is_proved = owners * placement.num_processes() * plan.num_blocks() <= kMostProved;
    // The order of a scheme that divides data differs with how much there is.
    const bool is_in_order_as_proved = is_proved && !plan.scheme->divides;
    if (plan.in_rank_order && !is_in_order_as_proved && !keeps_rank_order(plan, placement)) {
        return "operands that are not combined in the order of the ranks, or so many that nobody can tell";
    }
    if (!is_proved) {
        return "";
    }
    try {
        verify(plan, placement);
    } catch (const base::Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace causeway::plan
