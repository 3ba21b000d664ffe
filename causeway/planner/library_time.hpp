/// What the MPI library's own collective takes, by the flat algorithms that it is known to choose between.
#pragma once

#include "causeway/planner/candidates.hpp"

namespace causeway::planner {

/// The fastest, on the model, of the flat algorithms (scheme::Scheme::library) that MPI libraries use for so much
/// data, over the ranks in their order: which of them the library at hand takes is not known, unless one library alone
/// takes it, and a plan of ours is to be faster than any. Of a broadcast: a binomial tree. Infinite where none can be
/// simulated with reasonable effort. Source: the decisions of Open MPI 4.1 (component tuned) and MPICH 4, taken
/// together.
[[nodiscard]] Seconds library_time(const Task& task);

}  // namespace causeway::planner
