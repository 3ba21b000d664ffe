/// What the MPI library's own collective takes, by the flat algorithms that it is known to choose between.
#pragma once

#include "causeway/planner/candidates.hpp"

namespace causeway::planner {

/// By the model, of the algorithm that the library at hand takes for so many processes and so much data, step by step
/// over the ranks in their order; of the fastest of those that it may take, where it is not known which
/// (library_rules.hpp), and of those of all libraries, where it is not known which library. Infinite where none can be
/// simulated with reasonable effort.
[[nodiscard]] Seconds library_time(const Task& task);

}  // namespace causeway::planner
