/// What is loaded into this process, however it got there: with the program, by other libraries, or as a module whose
/// names nobody else sees (dlopen with RTLD_LOCAL, as interpreters load extensions).
#pragma once

namespace causeway::job {

/// How often something was loaded or unloaded so far: nothing changes while this does not. Some 15 ns. Local.
[[nodiscard]] unsigned long long changes_of_loaded_objects() noexcept;

/// The definition of the function `symbol` that stands behind ours: the next one where the dynamic linker looks; else
/// that of any object which either uses the MPI library that we are linked with or none. Null if there is none. What
/// has it stays loaded from here on. Local; slow. Throws bad_alloc.
[[nodiscard]] void* find_function(const char* symbol);

/// The definition of the variable `symbol`, of which we have none: the first one where the dynamic linker looks; else
/// as above.
[[nodiscard]] void* find_variable(const char* symbol);

/// The definition of `symbol` anywhere in this process, while what has it stays loaded. Null if there is none. Local;
/// slow. Throws bad_alloc.
[[nodiscard]] void* find_in_process(const char* symbol);

}  // namespace causeway::job
