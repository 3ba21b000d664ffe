/// The one rule by which candidates are ranked: what the best of them promises is simulated, not estimated.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/planner.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace causeway::planner {

/// The simulated time of a plan, or an estimate where it is found to take more than `enough`; nothing: too much to
/// simulate, which leaves it its estimate.
using SimulatedTime = base::FunctionRef<std::optional<CollectiveTime>(const plan::Plan&, Seconds enough)>;

/// What estimates are worth.
struct Doubt {
    double too_long = 1.0;          ///< so many times what they would hold they may be
    Seconds enough = Seconds(0.0);  ///< they are believed once the best takes no more than this
};

/// Puts simulated times in the place of estimates, best estimates first, until none that was not looked at promises
/// more than the best that was, as far as it is doubted; then best first. At most `most` candidates are looked at, of
/// which each that soon shows to take more than the best counts half: where that does not reach an end, those that were
/// not stand behind all that were, as they may promise more than they would hold.
void rank(std::vector<Candidate>& candidates, std::size_t most, SimulatedTime simulated_time, const Doubt& doubt = {});

}  // namespace causeway::planner
