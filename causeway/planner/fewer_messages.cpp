#include "causeway/planner/fewer_messages.hpp"

#include "causeway/planner/hops.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace causeway::planner {

namespace {

using plan::Plan;

/// The most processes that data passes on its way down the plan's first tree; 0 without trees. What goes over several
/// ways at once counts as the deepest there can be, and so does what is for few processes as everybody sends to
/// everybody: no way is shorter, and nothing takes more messages.
int depth_of(const Plan& plan, const platform::Placement& placement) {
    if (plan.scheme->most_processes) {
        return placement.num_processes();
    }
    if (plan.trees.empty()) {
        return 0;
    }
    if (plan.trees.front().segments_per_period() > 1 || !plan.trees.front().carries.empty()) {
        return placement.num_processes();
    }
    return std::ranges::max(hops_of(plan.trees.front(), placement));
}

/// How often the plan's trees leave or enter groups of clusters: data that all have alike loads what these share so
/// many times.
int borders_crossed(const Plan& plan, const std::vector<platform::GroupOfClusters>& groups) {
    int result = 0;
    for (const plan::Tree& tree : plan.trees) {
        for (const plan::ClusterSend& send : tree.cluster_sends) {
            result += static_cast<int>(std::ranges::count_if(groups, [&](const platform::GroupOfClusters& group) {
                return group.has(send.from) != group.has(send.to);
            }));
        }
    }
    return result;
}

}  // namespace

void prefer_fewer_messages(const Task& task, Bytes part, std::vector<Candidate>& ranking) {
    const std::vector<platform::GroupOfClusters>& groups = task.nests();
    std::map<const Plan*, int> known_depths;
    const auto depth = [&](const Plan& plan) {
        const auto [entry, is_new] = known_depths.try_emplace(&plan);
        entry->second = is_new ? depth_of(plan, task.placement) : entry->second;
        return entry->second;
    };
    const bool is_long_and_owned = scheme::has_owned_blocks(task.request.operation) && task.request.message > part;
    const double worth = is_long_and_owned ? policy::kWorthDirectFlows : policy::kWorthFewerMessages;
    const bool is_short = task.request.message < policy::kSmallestBlock;
    const double worth_less_depth = is_short ? policy::kWorthShallowTrees : worth;
    const auto is_before = [&](const Candidate& slower, const Candidate& faster) {
        const Plan& a = slower.plan;
        const Plan& b = faster.plan;
        if (!is_long_and_owned) {
            const int crossed_by_a = borders_crossed(a, groups);
            const int crossed_by_b = borders_crossed(b, groups);
            if (a.scheme == b.scheme && crossed_by_a != crossed_by_b) {
                return crossed_by_a < crossed_by_b;
            }
            return a.block != b.block ? a.block > b.block
                                      : slower.time <= worth_less_depth * ranking.front().time && depth(a) < depth(b);
        }
        const bool a_is_cut = a.block <= part;
        const bool b_is_cut = b.block <= part;
        return a_is_cut != b_is_cut ? a_is_cut : a.trees.empty() && !b.trees.empty();
    };
    auto best = ranking.begin();
    for (auto one = ranking.begin(); one != ranking.end() && one->time <= worth * ranking.front().time; ++one) {
        if (one->basis == best->basis && is_before(*one, *best)) {
            best = one;
        }
    }
    if (best != ranking.end()) {
        std::rotate(ranking.begin(), best, best + 1);
    }
}

}  // namespace causeway::planner
