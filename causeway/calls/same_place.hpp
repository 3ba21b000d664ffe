/// What a process gives and what it gets must not stand in the same place, but for MPI_IN_PLACE. MPI libraries look for
/// that: MPICH in every collective, Open MPI in MPI_Allreduce of more than one element, and at the root of MPI_Reduce.
/// Where a process finds it, the MPI library is to complain. That of a root that finds it does so before any message:
/// as without us, those that have called with it are not told.
#pragma once

#include <mpi.h>

#include <cstddef>

namespace causeway::calls {

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

/// Whether a process's own part of collective data is refused: it stands `elements_before` elements into `all`, and is
/// given or got at `own`. Elements of their size, not of their extent: as MPICH looks for it. Local.
[[nodiscard]] inline bool is_own_part_refused(const void* own, MPI_Datatype datatype, const void* all,
                                              MPI_Datatype datatype_of_all, MPI_Aint elements_before) {
    int size = 0;
    return kSameIsRefusedEverywhere && own != MPI_IN_PLACE && datatype == datatype_of_all &&
           datatype != MPI_DATATYPE_NULL && PMPI_Type_size(datatype, &size) == MPI_SUCCESS &&
           is_same_place(own, static_cast<const std::byte*>(all) + elements_before * size);
}

}  // namespace causeway::calls
