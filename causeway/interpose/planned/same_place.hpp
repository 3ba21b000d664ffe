/// What a process gives and what it gets must not stand in the same place, but for MPI_IN_PLACE. MPI libraries look for
/// that: MPICH in every collective, Open MPI in MPI_Allreduce of more than one element. Where a process finds it in a
/// collective in which all do the same, the MPI library is to complain.
#pragma once

#include <mpi.h>

namespace causeway::interpose::planned {

#ifdef OPEN_MPI
constexpr bool kSameIsRefusedEverywhere = false;
constexpr MPI_Count kLeastRefusedInAllreduce = 2;
#else
constexpr bool kSameIsRefusedEverywhere = true;
constexpr MPI_Count kLeastRefusedInAllreduce = 1;
#endif

/// Whether these are one place. Null is none: with it datatypes have addresses of their own.
[[nodiscard]] inline bool is_same_place(const void* given, const void* got) {
    return given != nullptr && given == got;
}

}  // namespace causeway::interpose::planned
