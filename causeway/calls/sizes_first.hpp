/// Gathers and scatters of parts that differ in size. The root alone knows all sizes, but processes that pass data on
/// have to know those of what passes through them: over the same tree, sizes travel ahead of the data. All who know of
/// a part then know whether it is too large to be passed on: such parts go straight between their process and the root,
/// so that what a process passes on is bounded, whatever the parts are.
#pragma once

#include "causeway/calls/parts.hpp"
#include "causeway/calls/scheme_call.hpp"

#include <optional>

namespace causeway::calls {

/// Where parts go.
enum class Direction { kToRoot, kFromRoot };

/// What to plan for: what parts were on average in earlier calls, as nobody but the root knows the sizes; nothing for a
/// root that the MPI library must see.
[[nodiscard]] std::optional<Asked> asked_of_unknown_parts(const CommunicatorState& state, const RootedParts& parts,
                                                          int root, Direction direction);

/// The blocks of the sizes, and after them those of the data: that may be after this function has returned, and throws
/// MpiError if what others say of a size is not what is known here.
[[nodiscard]] Work after_sizes(const Execution& execution, const RootedParts& parts, int root, Direction direction);

}  // namespace causeway::calls
