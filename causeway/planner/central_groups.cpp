#include "causeway/planner/central_groups.hpp"

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>

namespace causeway::planner {

std::vector<int> central_groups(const Task& task, Bytes message) {
    std::vector<int> groups(task.groups.size());
    std::iota(groups.begin(), groups.end(), 0);
    if (groups.size() <= policy::kMostCentralGroups) {
        return groups;
    }
    const inter_cluster::ClusterProblem problem = task.problem_between(0, message, std::vector<Seconds>(groups.size()));
    std::vector<Seconds> farthest(groups.size());
    for (int from = 0; from < problem.size(); ++from) {
        for (int to = 0; to < problem.size(); ++to) {
            Seconds& one = farthest[static_cast<std::size_t>(from)];
            one = from == to ? one : std::max(one, problem.transfer_time(from, to));
        }
    }
    std::stable_sort(groups.begin(), groups.end(), [&](int a, int b) {
        return farthest[static_cast<std::size_t>(a)] < farthest[static_cast<std::size_t>(b)];
    });
    const std::size_t most = message <= policy::kSmallClass                ? policy::kMostCentralGroupsOfFewBytes
                             : groups.size() > policy::kMostClustersAtOnce ? policy::kMostCentralGroupsOfMany
                                                                           : policy::kMostCentralGroups;
    // LANs of a site are as far from all others: one of them stands for them.
    std::vector<int> central;
    std::set<int> nests_taken;
    for (const int group : groups) {
        const int nest = platform::smallest_with(task.nests(), task.groups[static_cast<std::size_t>(group)].cluster);
        const bool is_another = nest < 0 || nests_taken.insert(nest).second;
        if (is_another && central.size() < most) {
            central.push_back(group);
        }
    }
    return central;
}

}  // namespace causeway::planner
