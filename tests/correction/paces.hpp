/// What calls show on a network that is as a platform says.
#pragma once

#include "causeway/correction/predicted_paces.hpp"
#include "tests/planner/decisions.hpp"

#include <vector>

namespace causeway::correction {

inline std::vector<Pace> paces_on(const test::Grid& grid, const plan::Plan& plan) {
    std::vector<Pace> paces;
    for (const PredictedPace& predicted : predicted_paces(grid.platform, grid.placement, plan)) {
        paces.push_back(predicted.pace);
    }
    return paces;
}

}  // namespace causeway::correction
