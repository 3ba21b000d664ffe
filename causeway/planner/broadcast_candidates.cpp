/// Plans of broadcasts: the trees of all sources, first by closed forms, the promising ones simulated.
#include "causeway/planner/candidates.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/planner/ranking.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::planner {

namespace {

/// Candidates that are simulated at most.
constexpr std::size_t kMostSimulated = 16;
/// Transfers that are simulated at most for one decision: what does not fit keeps its closed form. Inside one cluster
/// closed forms are nearly exact, and a few milliseconds are enough; between clusters they know less.
constexpr std::int64_t kMostSimulatedTransfers = 1 << 18;
constexpr std::int64_t kMostSimulatedTransfersInOneCluster = 1 << 14;

void add(std::vector<TreeCandidate> trees, std::vector<Candidate>& candidates) {
    for (TreeCandidate& one : trees) {
        if (one.time < Seconds::infinity()) {
            candidates.push_back({plan::broadcast_over(std::move(one.tree)), one.time, one.basis});
        }
    }
}

}  // namespace

std::vector<Candidate> broadcast_candidates(const Task& task) {
    std::vector<Candidate> result;
    const bool is_one_cluster = task.groups.size() == 1;
    if (is_one_cluster) {
        add(one_cluster_candidates(task), result);
    } else {
        add(two_level_candidates(task), result);
        add(pipeline_candidates(task), result);
        add(tree_candidates(task), result);
    }
    std::int64_t transfers_left = is_one_cluster ? kMostSimulatedTransfersInOneCluster : kMostSimulatedTransfers;
    rank(result, kMostSimulated, [&](const plan::Plan& plan) -> std::optional<Seconds> {
        const std::int64_t transfers = num_simulated_transfers(plan.trees.front(), task.placement);
        if (transfers > transfers_left) {
            return std::nullopt;
        }
        transfers_left -= transfers;
        return simulated_time(plan.trees.front(), task.placement, task.model);
    });
    // Hosts between which the platform has no figures.
    std::erase_if(result, [](const Candidate& candidate) { return candidate.time == Seconds::infinity(); });
    return result;
}

}  // namespace causeway::planner
