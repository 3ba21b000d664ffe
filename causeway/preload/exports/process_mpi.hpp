/// The MPI library of this process.
#pragma once

#include "causeway/preload/mpi_library.hpp"

namespace causeway::preload {

struct ProcessMpi {
    const void* mark =
        nullptr;  ///< its PMPI_Get_library_version, by which it is told from another; null: there is none
    const void* base = nullptr;  ///< where it begins in memory
    MpiLibrary library;
};

/// The MPI library that calls from `caller` are meant for: the one behind us where the dynamic linker looks; else that
/// of the caller, which may have been loaded as a module with names that nobody else sees: from here on all see them.
/// Local; before MPI_Init, too. Throws bad_alloc.
[[nodiscard]] ProcessMpi find_mpi(const void* caller);

}  // namespace causeway::preload
