/// The one rule by which candidates are ranked: what the best of them promises is simulated, not estimated.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/planner/planner.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace causeway::planner {

/// The simulated time of a plan; nothing: too much to simulate, which leaves it its estimate.
using SimulatedTime = base::FunctionRef<std::optional<Seconds>(const plan::Plan&)>;

/// Puts simulated times in the place of estimates, best estimates first, until none that was not looked at promises
/// more than the best that was, even where its estimate is `too_long` times what it would hold; then best first. At
/// most `most` candidates are looked at: where that does not reach an end, those that were not stand behind all that
/// were, as they may promise more than they would hold.
void rank(std::vector<Candidate>& candidates, std::size_t most, SimulatedTime simulated_time, double too_long = 1.0);

}  // namespace causeway::planner
