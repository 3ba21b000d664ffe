/// The engine that the greedy heuristics share: clusters that hold the message (A) send to clusters that
/// do not (B), one pair a round, the pair with the smallest score.
#pragma once

#include "causeway/inter_cluster/problem.hpp"

#include <functional>
#include <vector>

namespace causeway::inter_cluster {

/// What a score may look at.
struct GreedyState {
    const Problem& problem;
    std::vector<char> holds;     ///< [cluster]: 1 if in A
    std::vector<Seconds> ready;  ///< [cluster]: RT_i, for clusters in A
};

/// The cost of letting i in A send to j in B next; infinite: not possible.
using Score = std::function<Seconds(const GreedyState&, int i, int j)>;

/// Rounds until B is empty or nobody in it can be reached. Ties go to the lowest i, then the lowest j.
[[nodiscard]] std::vector<Send> greedy(const Problem& problem, const Score& score);

}  // namespace causeway::inter_cluster
