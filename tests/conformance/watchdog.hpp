/// Ends a process that hangs, and says in what, also of one that dies: MPI programs rarely just fail.
#pragma once

#include <string_view>

namespace conformance {

/// Every process, after MPI_Init (which may take the signals for itself) and before the first call of `watch`.
void start_watchdog();

/// From now on the process may take `seconds` for `what`, of which the first 511 letters are kept.
void watch(std::string_view what, int seconds);

}  // namespace conformance
