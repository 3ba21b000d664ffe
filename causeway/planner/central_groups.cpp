#include "causeway/planner/central_groups.hpp"

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

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
    groups.resize(policy::kMostCentralGroups);
    return groups;
}

}  // namespace causeway::planner
