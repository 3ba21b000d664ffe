#include "causeway/planner/candidates.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace causeway::planner {

namespace {

/// Candidates that are simulated at most.
constexpr std::size_t kMostSimulated = 16;
/// Transfers that are simulated at most for one decision: what does not fit keeps its closed form. Inside one cluster
/// closed forms are nearly exact, and a few milliseconds are enough; between clusters they know less.
constexpr std::int64_t kMostSimulatedTransfers = 1 << 18;
constexpr std::int64_t kMostSimulatedTransfersInOneCluster = 1 << 14;

class Ranking {
public:
    explicit Ranking(const Task& task) : task_(task) {}

    void add(std::vector<TreeCandidate> candidates) {
        std::erase_if(candidates, [](const TreeCandidate& one) { return one.time == Seconds::infinity(); });
        candidates_.insert(candidates_.end(), std::make_move_iterator(candidates.begin()),
                           std::make_move_iterator(candidates.end()));
    }

    /// Puts simulated times in the place of closed forms, until the best time is a simulated one; best first
    /// afterwards. What is too much to simulate keeps its closed form.
    [[nodiscard]] std::vector<TreeCandidate> ranked() {
        std::int64_t transfers_left =
            task_.groups.size() == 1 ? kMostSimulatedTransfersInOneCluster : kMostSimulatedTransfers;
        const auto by_time = [](const TreeCandidate& a, const TreeCandidate& b) { return a.time < b.time; };
        std::stable_sort(candidates_.begin(), candidates_.end(), by_time);
        std::size_t next = 0;
        Seconds best = Seconds::infinity();
        for (; next < candidates_.size() && next < kMostSimulated && candidates_[next].time < best; ++next) {
            TreeCandidate& candidate = candidates_[next];
            const std::int64_t transfers = num_simulated_transfers(candidate.tree, task_.placement);
            if (transfers <= transfers_left) {
                transfers_left -= transfers;
                candidate.time = simulated_time(candidate.tree, task_.placement, task_.model);
                candidate.basis = Basis::kSimulated;
            }
            best = std::min(best, candidate.time);
        }
        // Where that did not come to an end, those that were not looked at may promise more than they would hold.
        const auto end =
            next == kMostSimulated ? candidates_.begin() + static_cast<std::ptrdiff_t>(next) : candidates_.end();
        std::stable_sort(candidates_.begin(), end, by_time);
        // Hosts between which the platform has no figures.
        std::erase_if(candidates_,
                      [](const TreeCandidate& candidate) { return candidate.time == Seconds::infinity(); });
        return std::move(candidates_);
    }

private:
    const Task& task_;
    std::vector<TreeCandidate> candidates_;
};

}  // namespace

std::vector<Candidate> broadcast_candidates(const Task& task) {
    Ranking ranking(task);
    if (task.groups.size() == 1) {
        ranking.add(one_cluster_candidates(task));
    } else {
        ranking.add(two_level_candidates(task));
        ranking.add(pipeline_candidates(task));
        ranking.add(tree_candidates(task));
    }
    std::vector<Candidate> result;
    for (TreeCandidate& one : ranking.ranked()) {
        result.push_back({plan::broadcast_over(std::move(one.tree)), one.time, one.basis});
    }
    return result;
}

}  // namespace causeway::planner
