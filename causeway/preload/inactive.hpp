/// A code of include/causeway.h, for what may not include mpi.h.
#pragma once

namespace causeway::preload {

constexpr int kInactive = 1;  ///< CAUSEWAY_INACTIVE

}  // namespace causeway::preload
