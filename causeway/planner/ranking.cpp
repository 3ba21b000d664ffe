#include "causeway/planner/ranking.hpp"

#include <algorithm>

namespace causeway::planner {

void rank(std::vector<Candidate>& candidates, std::size_t most, SimulatedTime simulated_time, const Doubt& doubt) {
    const auto by_time = [](const Candidate& a, const Candidate& b) { return a.time < b.time; };
    std::stable_sort(candidates.begin(), candidates.end(), by_time);
    Seconds best = Seconds::infinity();
    for (const Candidate& candidate : candidates) {
        if (candidate.basis == Basis::kSimulated) {
            best = std::min(best, candidate.time);
        }
    }
    std::size_t looked_at = 0;
    auto next = candidates.begin();
    const auto promises_more = [&](const Candidate& candidate) {
        return candidate.time < (best > doubt.enough ? doubt.too_long : 1.0) * best;
    };
    for (; next != candidates.end() && promises_more(*next) && looked_at < 2 * most; ++next) {
        if (next->basis == Basis::kSimulated) {
            continue;
        }
        const std::optional<CollectiveTime> time = simulated_time(next->plan, best);
        if (time) {
            next->time = time->seconds;
            next->basis = time->basis;
        }
        // What soon shows to be slower than the best costs half as much.
        looked_at += time && time->basis != Basis::kSimulated ? 1 : 2;
        best = std::min(best, next->time);
    }
    const bool has_come_to_an_end = next == candidates.end() || !promises_more(*next);
    const auto end = has_come_to_an_end ? candidates.end()
                                        : std::stable_partition(next, candidates.end(), [](const Candidate& candidate) {
                                              return candidate.basis == Basis::kSimulated;
                                          });
    std::stable_sort(candidates.begin(), end, by_time);
}

}  // namespace causeway::planner
