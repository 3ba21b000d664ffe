/// What this process has decided: planned once, however many ask.
///
/// A rank asks for a decision once. But the ranks of a simulated job are one process, and all of them decide alike:
/// one plans for a thousand.
#pragma once

#include "causeway/planner/planner.hpp"

namespace causeway::planner {

/// As decide(); of the last decisions what was found. Thread-safe.
[[nodiscard]] Decision decided(const platform::Platform& platform, const platform::Placement& placement,
                               const Request& request);

}  // namespace causeway::planner
