/// What the program may do with threads, and what the MPI library allows for.
///
/// A thread of ours carries on what is under way while the program computes, for which the MPI library must have been
/// started with MPI_THREAD_MULTIPLE. Under MPICH, where nothing else does, it always is. Under Open MPI, which carries
/// on whatever waits, it is where CAUSEWAY_PROGRESS_THREAD asks for it: started like that, Open MPI 4 has no one-sided
/// communication over TCP. A program that has not asked for that level is told what it would have got.
#pragma once

#include <optional>

namespace causeway::job {

/// Whether this process is to have a thread that carries on, if the MPI library allows for one. Before and after
/// MPI_Init the same.
[[nodiscard]] bool wants_progress_thread();

/// The level to start the MPI library with in the place of `asked`; nothing: as the program asked. Before MPI_Init.
[[nodiscard]] std::optional<int> raised_level(int asked) noexcept;

/// The MPI library was started for a program that has asked for `asked`, and has `provided`. Returns what the program
/// is to be told.
int tell_program(int asked, int provided) noexcept;

/// What the program was told; nothing where nobody has kept it. Threads that it may have follow from this.
[[nodiscard]] std::optional<int> level_told() noexcept;

/// Whether several threads of the program may call MPI at a time. Throws MpiError.
[[nodiscard]] bool program_has_threads();

}  // namespace causeway::job
