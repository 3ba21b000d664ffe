/// What the environment says of a process before it has called MPI.
#pragma once

namespace causeway::process {

/// Whether a launcher for the MPI library `mpi` ("openmpi" or "mpich") started this process as a rank. Local.
[[nodiscard]] bool is_launched_for(const char* mpi) noexcept;

/// Whether a launcher for any of them did. Slurm may start a process without: a job's script is one. Local.
[[nodiscard]] bool is_launched() noexcept;

/// Whether this process may speak for its job: of the ranks that a launcher started the first one alone; any process
/// that no launcher started. Local.
[[nodiscard]] bool may_speak() noexcept;

}  // namespace causeway::process
