/// Source: Orduna, Arnau, Duato, section 3, for the clusters of processes; that they change places is ours.
#include "causeway/mapping/branches.hpp"

#include "causeway/base/index.hpp"
#include "causeway/mapping/pouring.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::mapping {

namespace {

using base::at;

constexpr int kMostForBranches = 512;

/// The place of all of them; -1: they are not together.
int common_place(const Assignment& assignment, const std::vector<int>& branch) {
    const int place = assignment.place_of(branch.front());
    return std::ranges::all_of(branch, [&](int process) { return assignment.place_of(process) == place; }) ? place : -1;
}

/// Lets two branches change places; by how much that raised the objective.
double exchange_members(Assignment& assignment, const std::vector<int>& a, const std::vector<int>& b) {
    double rise = 0.0;
    for (std::size_t m = 0; m < a.size(); ++m) {
        rise += assignment.change_of_swap(a[m], b[m]);
        assignment.swap(a[m], b[m]);
    }
    return rise;
}

}  // namespace

std::vector<std::vector<int>> branches_of(const Talks& talks, const Target& target) {
    std::vector<std::vector<int>> result;
    if (talks.num_processes() > kMostForBranches) {
        return result;
    }
    const traffic::Dendrogram tree = dendrogram_of(talks, target);
    const auto members_of = [&](int node) {
        const auto n = at(node);
        const auto processes = at(tree.num_processes);
        return n < processes ? std::vector<int>{node} : result[n - processes];
    };
    for (const traffic::Merge& merge : tree.merges) {
        std::vector<int> members = members_of(merge.left);
        const std::vector<int> right = members_of(merge.right);
        members.insert(members.end(), right.begin(), right.end());
        result.push_back(std::move(members));
    }
    return result;
}

void exchange_branches(Assignment& assignment, const Scope& scope, const std::vector<std::vector<int>>& branches,
                       std::int64_t steps) {
    std::vector<const std::vector<int>*> movable;
    std::vector<char> may_move(at(assignment.num_processes()), 0);
    for (const int process : scope.processes) {
        may_move[at(process)] = 1;
    }
    for (const std::vector<int>& branch : branches) {
        if (std::ranges::all_of(branch, [&](int process) { return may_move[at(process)] != 0; })) {
            movable.push_back(&branch);
        }
    }
    const std::int64_t end = assignment.work() + steps;
    bool has_improved = true;
    while (has_improved) {
        has_improved = false;
        for (std::size_t i = 0; i < movable.size(); ++i) {
            for (std::size_t j = 0; j < i && assignment.work() < end; ++j) {
                const std::vector<int>& a = *movable[i];
                const std::vector<int>& b = *movable[j];
                if (a.size() != b.size()) {
                    continue;
                }
                const int at_a = common_place(assignment, a);
                const int at_b = common_place(assignment, b);
                if (at_a < 0 || at_b < 0 || at_a == at_b) {
                    continue;
                }
                constexpr double kRounding = 1e-9;
                const double least_gain = kRounding * assignment.cost_around(a.front(), b.front());
                if (exchange_members(assignment, a, b) < -least_gain) {
                    has_improved = true;
                } else {
                    (void)exchange_members(assignment, a, b);
                }
            }
        }
        has_improved = has_improved && assignment.work() < end;
    }
}

}  // namespace causeway::mapping
