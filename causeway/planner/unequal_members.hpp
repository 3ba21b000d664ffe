/// Who takes which place of a strategy, where the members of a cluster are not alike: those that are fast relay, those
/// that are slow are leaves.
#pragma once

#include "causeway/model/network_model.hpp"
#include "causeway/planner/tree_candidates.hpp"

#include <vector>

namespace causeway::planner {

/// [member] the mean time of a message of `size` between it and each other member when nothing is in its way: how slow
/// it is. `members`: processes, two at least.
[[nodiscard]] std::vector<Seconds> slowness_of(const std::vector<int>& members, const model::NetworkModel& model,
                                               Bytes size);

/// Whether no two members differ by more than estimates do.
[[nodiscard]] bool are_alike(const std::vector<Seconds>& slowness);

/// For a plan of one cluster: the candidates, each with the order of members and the segment that the simulation likes
/// best, as far as the effort for one decision goes; the best of them improved by exchanging members while that helps.
/// Unchanged where members are alike. Deterministic.
[[nodiscard]] std::vector<TreeCandidate> with_members_in_order(const Task& task, std::vector<TreeCandidate> candidates);

}  // namespace causeway::planner
