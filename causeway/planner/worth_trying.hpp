/// Which candidates of a decision are tried in calls.
#pragma once

#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform.hpp"

#include <vector>

namespace causeway::planner {

/// The choice, the MPI library's own if it may be taken (`with_native`), and of those that are predicted not to be far
/// behind the next ones and that of the fewest hops: what a process takes until it is there for a message, as where
/// processors are shared, is in no model, and counts once for each hop. In the order of the ranking.
[[nodiscard]] std::vector<Candidate> worth_trying(const Decision& decision, const platform::Placement& placement,
                                                  bool with_native);

}  // namespace causeway::planner
