/// Times of the MPI library's own collectives on a network that has changed since they were measured.
#pragma once

#include "causeway/platform/platform.hpp"

namespace causeway::calls {

/// Multiplies what was measured, `Platform::native`, by as much as a flat binomial tree of whole messages is predicted
/// to take more or less on `platform` than on `measured`: the library's own algorithm is not known, and a plan must not
/// be held against what it took on another network. Deterministic.
void scale_native_times(platform::Platform& platform, const platform::Platform& measured);

}  // namespace causeway::calls
