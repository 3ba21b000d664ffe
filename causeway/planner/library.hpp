/// The MPI library's own collective as a candidate; see source/library.cpp.
#pragma once

#include "causeway/planner/task.hpp"

namespace causeway::planner {

/// Its time is not known.
[[nodiscard]] Candidate untimed_library(const Request& request);

/// What it takes: as measured; else by the flat algorithms that it may use.
[[nodiscard]] Candidate library_candidate(const Task& task);

/// The fastest, on the model, of the flat algorithms (scheme::Scheme::library) that MPI libraries use for so much
/// data, over the ranks in their order: which of them the library at hand takes is not known, unless one library alone
/// takes it, and a plan of ours is to be faster than any. Of a broadcast: a binomial tree. Infinite where none can be
/// simulated with reasonable effort.
[[nodiscard]] Seconds library_time(const Task& task);

}  // namespace causeway::planner
