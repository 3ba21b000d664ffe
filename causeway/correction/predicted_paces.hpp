/// How fast data comes to every cluster in a call by plan, as the model has it.
#pragma once

#include "causeway/correction/arrivals.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/platform/platform.hpp"

#include <vector>

namespace causeway::correction {

/// Whether calls by the plan show the pace of ways between clusters: they move so much data, in so many messages.
[[nodiscard]] bool shows_paces(const plan::Plan& plan);

struct PredictedPace {
    Pace pace;
    double share = 1.0;  ///< of the message that a receiver is sent this way
};

/// By simulation of as many blocks as it takes for all ways to be busy: [in the order of `from`, `to`]. Empty where
/// that is beyond reasonable effort. Requires shows_paces().
[[nodiscard]] std::vector<PredictedPace> predicted_paces(const platform::Platform& platform,
                                                         const platform::Placement& placement, const plan::Plan& plan);

/// What is made of the paces of several processes of a cluster in such calls.
[[nodiscard]] Together together(const plan::Plan& plan);

}  // namespace causeway::correction
