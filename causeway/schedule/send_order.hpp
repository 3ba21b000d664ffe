/// In which order the sends of a program leave: the simulator's and the executor's common rule.
///
/// To each process they leave in the order of the program. Where a process gets data from several others, that does not
/// come in the order of the program: there a send that has to wait lets those to other processes pass. Where control
/// messages are sent, none passes another.
#pragma once

#include "causeway/schedule/schedule.hpp"

#include <cstddef>

namespace causeway::schedule {

/// Sends looked at for one that can leave: those that have not left, in order.
inline constexpr std::size_t kSendsLookedAt = 128;

/// The processes that send to the program's, or `enough` if they are more.
[[nodiscard]] std::size_t num_senders(const Program& program, std::size_t enough);

/// Whether sends that have to wait let others pass.
[[nodiscard]] bool lets_sends_pass(const Program& program);

}  // namespace causeway::schedule
