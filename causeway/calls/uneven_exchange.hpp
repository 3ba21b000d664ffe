/// All-to-alls of parts that differ in size. What one process has for another, these two know, and nobody else does.
///
/// Where the plan passes nothing on, it goes straight from the one to the other, in the order of the plan. Where it is
/// nothing, there is no message; where it is much, it is cut, which both ends do alike. Where the plan passes parts on,
/// every message says how large they are; parts that are much larger than most go straight there, too, so that what a
/// process passes on is bounded, whatever the parts are.
#pragma once

#include "causeway/calls/parts.hpp"
#include "causeway/calls/scheme_call.hpp"
#include "causeway/mpi/payload.hpp"

namespace causeway::calls {

/// What to plan for: what parts were on average in earlier calls, of which all processes tell each other beside what
/// these took, as nobody knows all sizes of a call. `to`: what this process has.
[[nodiscard]] Asked asked_of_uneven_exchange(const CommunicatorState& state, PartOfRank to);

/// This process's own part is copied at once, unlike the others. Throws MpiError.
[[nodiscard]] Work exchange_uneven(const Execution& execution, PartOfRank to, PartOfRank from);

}  // namespace causeway::calls
