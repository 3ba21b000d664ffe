/// Which MPI library this is built with.
#pragma once

#include <optional>
#include <string>

namespace causeway::mpi {

/// The first line of what the library says of itself: "Open MPI v4.1.4, ...". May be called before MPI_Init.
[[nodiscard]] std::string library_version();

/// What this process's environment tells MPI libraries of the network they are to use, in one line: interfaces,
/// transports; empty: nothing. Another network has other figures.
[[nodiscard]] std::string network_settings();

/// How many communicators a process may have at a time; nothing if that is more than programs have.
[[nodiscard]] std::optional<int> most_communicators();

/// Whether threads that make communicators at the same time may hang, whatever the standard says.
[[nodiscard]] bool makes_communicators_in_one_thread();

}  // namespace causeway::mpi
