/// What is loaded into this process, however it got there: with the program, by other libraries, or as a module whose
/// names nobody else sees (dlopen with RTLD_LOCAL, as interpreters load extensions).
#pragma once

#include <string>

namespace causeway::process {

/// A program or library that is loaded.
struct LoadedObject {
    const void* base = nullptr;  ///< where it begins; null: there is none
    std::string name;            ///< its path as it was loaded; empty for the program
};

/// The object that has `address`. Local; some microseconds. Throws bad_alloc.
[[nodiscard]] LoadedObject loaded_object_at(const void* address);

/// How often something was loaded or unloaded so far: nothing changes while this does not. Some 15 ns. Local.
[[nodiscard]] unsigned long long changes_of_loaded_objects() noexcept;

/// The definition of the function `symbol` that stands behind `ours`, a place in the object that is preloaded: the
/// first one in what was loaded after that and either uses the MPI library `mpi_library` - told by the place of its
/// PMPI_Get_library_version - or none. Null if there is none. What has it stays loaded from here on. Local; slow.
/// Throws bad_alloc.
[[nodiscard]] void* find_behind(const char* symbol, const void* mpi_library, const void* ours);

/// The definition of the variable `symbol`, of which we have none: the first one where the dynamic linker looks; else
/// that of any object which uses that MPI library or none.
[[nodiscard]] void* find_variable(const char* symbol, const void* mpi_library);

/// The definition of `symbol` anywhere in this process, while what has it stays loaded. Null if there is none. Local;
/// slow. Throws bad_alloc.
[[nodiscard]] void* find_in_process(const char* symbol);

}  // namespace causeway::process
