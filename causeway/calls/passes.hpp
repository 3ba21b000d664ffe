/// The messages of a call that is under way while the program does something else: its programs, carried out once or
/// once more on what the first pass brought (Work).
#pragma once

#include "causeway/calls/call.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/run.hpp"

#include <memory>
#include <optional>

namespace causeway::calls {

/// From here on the work's own program is carried out, if it has one.
void take_its_program(Prepared& prepared);

/// After a pass: makes it the next one, whose work has no data if there is none.
void take_up_next(Prepared& prepared);

/// The tags of a pass of a call that has those of kMostPasses runs.
[[nodiscard]] mpi::CallTags tags_of_pass(mpi::CallTags of_call, int pass);

/// One call, from where it is prepared to its end.
class Passes : public Outstanding {
public:
    /// Prepares it. `executor`: one of the state's, which has its messages. Throws MpiError.
    Passes(std::shared_ptr<CommunicatorState> state, mpi::Executor& executor, PlannedWork& work);

    /// Posts its first messages, with these tags (tags_of_pass), and looks after none. From here on it may advance.
    /// What fails in here has others wait for the end as well: it fails when it advances.
    void begin(mpi::CallTags tags) noexcept;

    [[nodiscard]] bool advance() noexcept final;

    [[nodiscard]] bool keeps_communicator() const noexcept final { return state_->keeps_communicator(); }

protected:
    /// All messages are through, or something has failed: the program may have what it gave us back. After a failure
    /// messages may still come: the memory that is ours is not freed then.
    virtual void ended(bool has_failed) noexcept = 0;

    [[nodiscard]] CommunicatorState& state() const { return *state_; }
    [[nodiscard]] mpi::Executor& executor() const { return executor_; }

private:
    void begin_pass();
    void fail() noexcept;

    std::shared_ptr<CommunicatorState> state_;  ///< the program may free the communicator
    mpi::Executor& executor_;
    std::optional<mpi::BorrowedWorkspace> workspace_;
    Prepared prepared_;
    mpi::CallTags tags_;
    int pass_ = 0;
    std::optional<mpi::Run> run_;
    bool has_failed_ = false;
};

}  // namespace causeway::calls
