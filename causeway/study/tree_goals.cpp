#include "causeway/study/tree_goals.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::study {

namespace {

/// `before` and the platforms of one row.
GoalCount with(GoalCount before, const std::vector<double>& ratios, double goal) {
    for (const double ratio : ratios) {
        ++before.platforms;
        before.reached += ratio >= goal ? 1 : 0;
        before.least = std::min(before.least, ratio);
    }
    return before;
}

GoalResult result_of(const PackingGoal& goal, const std::vector<TreeRow>& rows, std::size_t packing) {
    GoalResult result{.goal = goal, .all = {}, .worst = rows.front(), .by_density = {}};
    for (const TreeRow& row : rows) {
        const RatioSummary& summary = row.packings[packing];
        if (summary.least < result.worst.packings[packing].least) {
            result.worst = row;
        }
        auto same = std::find_if(result.by_density.begin(), result.by_density.end(),
                                 [&](const GoalCount& entry) { return entry.density == row.density; });
        if (same == result.by_density.end()) {
            result.by_density.push_back({.density = row.density});
            same = result.by_density.end() - 1;
        }
        *same = with(*same, summary.ratios, goal.ratio);
        result.all = with(result.all, summary.ratios, goal.ratio);
    }
    return result;
}

}  // namespace

std::vector<GoalResult> goals_of(const TreeStudy& study, const std::vector<TreeRow>& rows) {
    std::vector<GoalResult> results;
    if (rows.empty()) {
        return results;
    }
    for (const PackingGoal& goal : kPackingGoals) {
        const auto packing = std::find(study.packings.begin(), study.packings.end(), goal.most_trees);
        if (packing != study.packings.end()) {
            results.push_back(result_of(goal, rows, static_cast<std::size_t>(packing - study.packings.begin())));
        }
    }
    return results;
}

}  // namespace causeway::study
