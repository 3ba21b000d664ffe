/// The texts of all processes as one.
#pragma once

#include <mpi.h>

#include <string>

namespace causeway::tracing {

/// The texts of all ranks one after another, on rank 0; empty elsewhere. Together they may be longer than any count of
/// MPI: rank 0 takes them in one by one. Each must be shorter than 2 GiB. Collective over `comm`. Throws MpiError.
[[nodiscard]] std::string gathered_lines(MPI_Comm comm, const std::string& lines);

}  // namespace causeway::tracing
