/// What packings of several trees are to reach on every platform of a study, and on how many they do.
#pragma once

#include "causeway/study/tree_study.hpp"

#include <array>
#include <vector>

namespace causeway::study {

/// So many trees at the most are to carry this part of the bound.
struct PackingGoal {
    int most_trees = 8;
    double ratio = 0.0;
};

inline constexpr std::array kPackingGoals{PackingGoal{4, 0.90}, PackingGoal{8, 0.97}};

/// Of the platforms of one density, or of all.
struct GoalCount {
    double density = 0.0;  ///< of the row; of all: 0
    int platforms = 0;
    int reached = 0;     ///< platforms on which the packing carries as much as the goal says, or more
    double least = 1.0;  ///< the worst ratio
};

struct GoalResult {
    PackingGoal goal;
    GoalCount all;
    TreeRow worst;                      ///< the row with the worst platform
    std::vector<GoalCount> by_density;  ///< in the order of the rows
};

/// For each goal whose number of trees the study packed; none for no rows.
[[nodiscard]] std::vector<GoalResult> goals_of(const TreeStudy& study, const std::vector<TreeRow>& rows);

}  // namespace causeway::study
