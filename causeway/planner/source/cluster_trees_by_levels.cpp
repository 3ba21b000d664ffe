/// From every cluster a tree along the levels of the network: straight to one cluster of each other group, and on from
/// there inside it. What a cluster has crosses what a group shares once, and each cluster of a group takes in what some
/// of the others have.
///
/// Of many clusters, and of clusters in groups: few that are in none have the trees of all heuristics.
/// Source: ours; groups in groups as in MPICH-G2 (Karonis et al. 2000, "Exploiting hierarchy in parallel computer
/// networks to optimize collective operation performance").
#include "causeway/planner/pipeline_parts.hpp"
#include "causeway/planner/source/source.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/scheme/cluster_trees.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace causeway::planner {

namespace {

using scheme::Scheme;
using scheme::Trees;

/// Clusters that are together, by their numbers in the platform; of one that stands for itself `group` is -1.
struct Unit {
    std::vector<int> clusters;
    int group = -1;
};

class WaysByLevels {
public:
    /// Outlives this.
    explicit WaysByLevels(const Task& task) : task_(task), all_{task.members, -1} { std::ranges::sort(all_.clusters); }

    /// From the cluster to all others.
    [[nodiscard]] std::vector<plan::ClusterSend> from(int cluster) const {
        std::vector<plan::ClusterSend> sends;
        const auto turn = std::ranges::find(all_.clusters, cluster) - all_.clusters.begin();
        spread(cluster, all_, static_cast<std::size_t>(turn), sends);
        return sends;
    }

private:
    /// What the unit is made of: the largest groups inside it, and clusters that are in none.
    [[nodiscard]] std::vector<Unit> parts_of(const Unit& unit) const {
        const std::vector<platform::GroupOfClusters>& nests = task_.nests();
        std::vector<Unit> parts;
        for (const int cluster : unit.clusters) {
            int group = platform::smallest_with(nests, cluster);
            while (group != unit.group && nests[static_cast<std::size_t>(group)].parent != unit.group) {
                group = nests[static_cast<std::size_t>(group)].parent;
            }
            const auto known =
                std::ranges::find_if(parts, [&](const Unit& one) { return group != unit.group && one.group == group; });
            if (known != parts.end()) {
                known->clusters.push_back(cluster);
            } else {
                parts.push_back({{cluster}, group != unit.group ? group : -1});
            }
        }
        return parts;
    }

    /// To the parts behind its own first, so that not all begin with the same one.
    void spread(int cluster, const Unit& unit, std::size_t turn, std::vector<plan::ClusterSend>& sends) const {
        if (unit.clusters.size() == 1) {
            return;
        }
        std::vector<Unit> parts = parts_of(unit);
        const auto own = std::ranges::find_if(
            parts, [&](const Unit& part) { return std::ranges::find(part.clusters, cluster) != part.clusters.end(); });
        std::rotate(parts.begin(), own, parts.end());
        const auto entry_of = [&](const Unit& part) {
            return &part == &parts.front() ? cluster : part.clusters[turn % part.clusters.size()];
        };
        for (const Unit& part : parts) {
            if (entry_of(part) != cluster) {
                sends.push_back({cluster, entry_of(part)});
            }
        }
        for (const Unit& part : parts) {
            spread(entry_of(part), part, turn, sends);
        }
    }

    const Task& task_;
    Unit all_;
};

TreesOfClusters trees_by_levels(const Task& task, const strategy::TunedStrategy& inside) {
    const Bytes message = std::max(task.request.message, Bytes(1));
    const std::vector<plan::LocalChoice> local = inside_clusters(task, inside, message);
    const WaysByLevels ways(task);
    TreesOfClusters trees;
    for (const plan::ClusterGroup& group : task.groups) {
        trees.push_back(
            whole_tree(group.coordinator(), message, "straight by levels", ways.from(group.cluster), local));
    }
    return trees;
}

/// Few bytes between few clusters take the shortest ways, which lead through no more of them; long data that all have
/// alike goes block by block, for which these trees are not made.
bool is_for(const Task& task) {
    const std::size_t clusters = task.groups.size();
    const bool are_many = clusters > scheme::kMostSharedTrees;
    const bool is_whole =
        scheme::has_owned_blocks(task.request.operation) || task.request.message <= policy::kSmallestBlock;
    const Bytes all = task.placement.num_processes() * task.request.message;
    return clusters > 1 && clusters <= scheme::kMostClusterTrees && is_whole &&
           (are_many || (!task.nests().empty() && all > policy::kMostByShortestWays));
}

void offer_cluster_trees_by_levels(Search& search, const Scheme* scheme) {
    const Task& task = search.task();
    if (search.is_ordered() || !is_for(task)) {
        return;
    }
    std::vector<strategy::TunedStrategy> inside = search.strategies_inside();
    inside.resize(std::min(inside.size(), scheme::has_blocks_of_pairs(task.request.operation) ? 1
                                          : task.groups.size() > policy::kMostClustersAllInside
                                              ? policy::kMostInsideOfMany
                                              : inside.size()));
    for (const strategy::TunedStrategy& tuned : inside) {
        search.offer(plan_over(task, *scheme, trees_by_levels(search.down(), tuned)));
    }
}

}  // namespace

extern constexpr Source cluster_trees_by_levels{
    .name = "cluster_trees_by_levels",
    .summary = "from each cluster straight to each other group, and on inside it",
    .source = "ours; levels of MPICH-G2",
    .trees = Trees::kPerCluster,
    .offer = offer_cluster_trees_by_levels,
};

}  // namespace causeway::planner
