/// Which MPI library this is built with.
#pragma once

#include <string>

namespace causeway::mpi {

/// The first line of what the library says of itself: "Open MPI v4.1.4, ...". May be called before MPI_Init.
[[nodiscard]] std::string library_version();

}  // namespace causeway::mpi
