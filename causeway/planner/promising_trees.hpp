/// Which trees operations other than a broadcast are tried over.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/planner/tree_candidates.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace causeway::planner {

/// A tree, by what makes it: the same rule from another root gives another tree.
struct Rule {
    std::string order;
    std::string inside;

    friend bool operator==(const Rule&, const Rule&) = default;
};

[[nodiscard]] Rule rule_of(const plan::Tree& tree);

/// Without those that cannot be, best estimate for a broadcast first.
[[nodiscard]] std::vector<TreeCandidate> best_first(std::vector<TreeCandidate> all);

/// All trees from one root, best estimate for a broadcast first.
[[nodiscard]] std::vector<TreeCandidate> trees_from(const Task& asked, int root, Bytes message);

/// Which trees are wanted.
using Wanted = base::FunctionRef<bool(const TreeCandidate&)>;

/// The first few of those of `all` that are wanted, and what other operations may want of a tree though a broadcast
/// does not: the shallow ones.
[[nodiscard]] std::vector<TreeCandidate> promising(const std::vector<TreeCandidate>& all, Wanted is_wanted);
[[nodiscard]] std::vector<TreeCandidate> promising(const std::vector<TreeCandidate>& all);

/// The tree with that send of the root's first which leads to the cluster that hears last: what meets over its first
/// edge then meets in the middle.
[[nodiscard]] plan::Tree with_longest_branch_first(plan::Tree tree, const Task& task);

}  // namespace causeway::planner
