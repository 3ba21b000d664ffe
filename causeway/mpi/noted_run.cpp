/// What a run tells of its messages: how many there were, and when each of them left or came.
#include "causeway/mpi/run.hpp"

namespace causeway::mpi {

void Run::count(const schedule::Action& operation, std::int64_t bytes) noexcept {
    if (!manner_.counters.empty()) {
        manner_.counters[static_cast<std::size_t>(operation.peer)]->add(static_cast<std::uint64_t>(bytes));
    }
}

void Run::note(const Slot& slot, const schedule::Action& operation, std::int64_t bytes, double seconds) noexcept {
    manner_.log->add({.strand = static_cast<int>(slot.strand),
                      .step = slot.step,
                      .peer = operation.peer,
                      .is_sent = operation.is_send(),
                      .bytes = bytes,
                      .seconds = seconds});
}

}  // namespace causeway::mpi
