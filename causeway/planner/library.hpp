/// The MPI library's own collective as a candidate; see source/library.cpp.
#pragma once

#include "causeway/planner/task.hpp"

namespace causeway::planner {

/// Its time is not known.
[[nodiscard]] Candidate untimed_library(const Request& request);

/// What it takes: as measured; else by the flat algorithm that it takes.
[[nodiscard]] Candidate library_candidate(const Task& task);

/// By the model, of the algorithm that the library at hand takes for so many processes and so much data, step by step
/// over the ranks in their order; of the fastest of those that it may take, where it is not known which
/// (library_rules.hpp). Where it is not known which library, the geometric mean of what all of them take. Infinite
/// where none can be simulated with reasonable effort.
[[nodiscard]] Seconds library_time(const Task& task);

}  // namespace causeway::planner
