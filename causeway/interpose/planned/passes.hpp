/// The messages of a call that is under way while the program does something else: its programs, carried out once or
/// once more on what the first pass brought (Work).
#pragma once

#include "causeway/interpose/communicator_state.hpp"
#include "causeway/interpose/planned/call.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/run.hpp"

#include <memory>
#include <optional>

namespace causeway::interpose::planned {

/// After a pass: what the next one works on, null if there is none.
void take_up_next(Work& work);

/// The first tag of a pass of a call that has kMostPasses runs' tags from `first_tag` on.
[[nodiscard]] int tag_of_pass(int first_tag, int pass);

/// One call, from where it is prepared to its end.
class Passes {
public:
    /// Prepares it. Throws MpiError.
    Passes(std::shared_ptr<CommunicatorState> state, PlannedWork& work);

    /// From here on it may advance, with these tags (tag_of_pass).
    void begin(int first_tag);

    /// Does what can be done without waiting. Returns whether all messages are through. Throws MpiError.
    [[nodiscard]] bool advance();

    /// From here on the program may have what it gave us back. After a failure messages may still come: the memory that
    /// is ours is not freed then.
    void end() noexcept;

    [[nodiscard]] CommunicatorState& state() const { return *state_; }

private:
    void begin_pass();

    std::shared_ptr<CommunicatorState> state_;  ///< the program may free the communicator
    std::optional<mpi::BorrowedWorkspace> workspace_;
    Prepared prepared_;
    int first_tag_ = 0;
    int pass_ = 0;
    std::optional<mpi::Run> run_;
};

}  // namespace causeway::interpose::planned
