/// The engine that the greedy heuristics share: clusters that hold the message (A) send to clusters that
/// do not (B), one pair a round.
#pragma once

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/inter_cluster/look_ahead.hpp"

#include <memory>
#include <vector>

namespace causeway::inter_cluster {

/// What tells one greedy heuristic from another: score(i, j) = [RT_i +] w_ij [+ F_j].
struct GreedyRule {
    /// What the round looks for. Either way each receiver is served by the sender with the least [RT_i +] w_ij.
    enum class Aim {
        kLeastScore,        ///< the receiver with the least [RT_i +] w_ij + F_j
        kGreatestOfLeasts,  ///< the receiver with the greatest w_ij - F_j; RT_i must not count
    };

    /// w_ij, for pairs that are joined.
    Seconds (*edge)(const ClusterProblem& problem, int from, int to) = nullptr;
    bool ready_time_counts = false;  ///< RT_i is part of the score
    /// F_j; null: 0.
    std::unique_ptr<LookAhead> (*look_ahead)(const ClusterProblem& problem) = nullptr;
    Aim aim = Aim::kLeastScore;
};

/// Rounds until B is empty or nobody in it can be reached. Ties go to the lowest i, then the lowest j. A receiver
/// that could pass the message on to nobody, while others wait, comes after all those that could.
/// Throws InputError when the problem has no such root.
[[nodiscard]] std::vector<Send> greedy(const ClusterProblem& problem, const GreedyRule& rule);

}  // namespace causeway::inter_cluster
