/// Without a tree: everybody sends to everybody whom it concerns, or to whom the scheme says for its cluster.
///
/// Source: each scheme's own. Where a root serves clusters one after another the order is Jackson's for one machine
/// with delivery times (1955), by decreasing q = L + n (g - g_min): what a message for the cluster's n processes takes
/// behind the root, g above the gap at which the root hands messages out.
#include "causeway/planner/source/source.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::planner {

namespace {

using scheme::Scheme;
using scheme::Trees;

/// From the root to the processes of a cluster, its own too; null: not known.
const platform::Plogp* way_to(const Task& task, int cluster) {
    const int own = task.members.front();
    const platform::Link* const link = cluster != own ? task.link(own, cluster) : nullptr;
    const std::optional<platform::Plogp>* const plogp =
        cluster == own ? &task.platform.clusters[static_cast<std::size_t>(own)].plogp
                       : (link != nullptr ? &link->plogp : nullptr);
    return plogp != nullptr && plogp->has_value() ? &**plogp : nullptr;
}

/// The clusters that have processes, those first to which it takes longest.
std::vector<int> turns_of(const Task& task) {
    const Bytes message = task.request.message;
    Seconds least_gap = Seconds::infinity();
    for (const int cluster : task.members) {
        const platform::Plogp* const way = way_to(task, cluster);
        least_gap = way != nullptr ? std::min(least_gap, way->gap_of(message)) : least_gap;
    }
    std::map<int, Seconds> behind_root;  // [cluster]
    for (const plan::ClusterGroup& group : task.groups) {
        const platform::Plogp* const way = way_to(task, group.cluster);
        behind_root[group.cluster] = way != nullptr ? way->latency + static_cast<double>(group.num_processes()) *
                                                                         (way->gap_of(message) - least_gap)
                                                    : Seconds(0.0);
    }
    std::vector<int> turns = task.members;
    std::ranges::stable_sort(turns, std::greater<>(), [&](int cluster) { return behind_root[cluster]; });
    return turns;
}

void offer_without_trees(Search& search, const Scheme* scheme) {
    if (search.is_ordered()) {
        return;
    }
    plan::Plan plan = plan_over(search.task(), *scheme);
    if (!scheme::has_owned_blocks(scheme->operation)) {
        plan.block = std::min(policy::kSmallestBlock, plan.message);
    }
    if (scheme->takes_turns) {
        plan.turns = turns_of(search.task());
    }
    if (scheme->divides && plan.num_blocks() < search.task().placement.num_processes()) {
        return;  // some would have no part: others' latencies come first
    }
    search.offer(std::move(plan));
}

}  // namespace

extern constexpr Source without_trees{
    .name = "without_trees",
    .summary = "everybody to everybody whom it concerns",
    .source = "each scheme's own",
    .trees = Trees::kNone,
    .offer = offer_without_trees,
};

}  // namespace causeway::planner
