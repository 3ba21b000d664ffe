/// What the environment says of a process before it has called MPI.
#pragma once

namespace causeway::process {

/// Whether this process may speak for its job: of the ranks that a launcher started the first one alone; any process
/// that no launcher started. Local.
[[nodiscard]] bool may_speak() noexcept;

}  // namespace causeway::process
