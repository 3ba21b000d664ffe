/// A planned call that the program does not wait for.
#pragma once

#include "causeway/calls/call.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/mpi/executor.hpp"

#include <memory>

namespace causeway::calls {

/// Whether calls on the executor that nonblocking calls have now can begin at once (early_executor.hpp).
[[nodiscard]] bool is_open(const CommunicatorState& state) noexcept;

/// Begins the call, as soon as it can; its request and the datatypes that were kept for it are taken up. `executor`:
/// find_executor(). Throws MpiError: then it has not begun.
[[nodiscard]] std::shared_ptr<Outstanding> under_way(const std::shared_ptr<CommunicatorState>& state,
                                                     mpi::Executor& executor, Call& call, mpi::CallTags tags,
                                                     Nonblocking& nonblocking);

}  // namespace causeway::calls
