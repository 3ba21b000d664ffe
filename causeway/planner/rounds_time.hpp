/// What a flat algorithm takes whose rounds are so many that nobody looks at all its messages.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

#include <optional>

namespace causeway::planner {

/// An estimate, of an algorithm of which it is said what its rounds are (FlatRounds::round): a process is through with
/// a round when its message has left and what comes to it is there, as in simulate::run_in_steps(), and nothing is in
/// the way of any; but no less than all messages together hold the busiest resource. `part`: what one process has.
/// Nothing where there are too many.
[[nodiscard]] std::optional<Seconds> rounds_time(const scheme::FlatRounds& rounds, Bytes part,
                                                 const platform::Placement& placement, const model::GridPlogp& model);

}  // namespace causeway::planner
