#include "causeway/planner/worth_trying.hpp"

#include "causeway/planner/hops.hpp"
#include "causeway/policy/choice.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace causeway::planner {

namespace {

/// Messages one after another that bring whole data to the last process of the plan's trees; nothing where it goes
/// otherwise, or in segments, which follow each other.
std::optional<int> hops_over(const plan::Plan& plan, const platform::Placement& placement) {
    if (plan.scheme == nullptr || plan.trees.empty() || plan.num_blocks() > 1) {
        return std::nullopt;
    }
    int most = 0;
    for (const plan::Tree& tree : plan.trees) {
        if (tree.shape == plan::Shape::kTwoLevel || tree.segments_per_period() > 1) {
            return std::nullopt;
        }
        most = std::max(most, std::ranges::max(hops_of(tree, placement)));
    }
    return most;
}

/// Of those that are predicted not to be far behind the first one of the fewest hops.
std::optional<std::size_t> shallowest(const std::vector<Candidate>& ranking, const platform::Placement& placement,
                                      Seconds latest) {
    std::optional<int> fewest;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
        const std::optional<int> hops =
            ranking[i].time <= latest ? hops_over(ranking[i].plan, placement) : std::nullopt;
        if (hops && (!fewest || *hops < *fewest)) {
            found = i;
            fewest = hops;
        }
    }
    return found;
}

}  // namespace

std::vector<Candidate> worth_trying(const Decision& decision, const platform::Placement& placement, bool with_native) {
    const std::vector<Candidate>& ranking = decision.ranking;
    const Seconds latest = policy::kFarBehindPrediction * decision.choice().time;
    const std::optional<std::size_t> of_fewest_hops = shallowest(ranking, placement, latest);
    std::size_t left = policy::kMostTried - (of_fewest_hops ? 1 : 0);
    std::vector<Candidate> tried;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
        const bool is_native = ranking[i].plan.scheme == nullptr;
        const bool is_worth =
            i == 0 || (is_native ? with_native && ranking[i].time < Seconds::infinity() : ranking[i].time <= latest);
        if (i == of_fewest_hops) {
            tried.push_back(ranking[i]);
        } else if (is_worth && left > 0) {
            tried.push_back(ranking[i]);
            --left;
        }
    }
    return tried;
}

}  // namespace causeway::planner
