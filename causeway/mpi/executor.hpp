/// Where the schedules of one communicator run: its messages, and memory that one call after another works with.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/channel.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/failure_notices.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/mpi/run.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace causeway::mpi {

/// Runs schedules on a communicator of its own. Several calls may be under way at a time: each has tags and a workspace
/// of its own.
class Executor {
public:
    /// Runs have tags from here on. Tag 0 is that of FailureNotices, those between are for what else the owner has to
    /// say on the communicator.
    static constexpr int kFirstTag = 64;

    /// `comm` is private to this executor, with the ranks of the schedules that it will run.
    explicit Executor(Communicator comm);
    /// Has messages on a channel, with so many tags, that is private to it.
    Executor(Channel channel, int num_tags);
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;
    ~Executor();

    /// The tags of a call of so many runs, Run::kMostStrands for each. To be called in the same order on every rank, as
    /// MPI has collectives called: ranks find each other by it.
    [[nodiscard]] CallTags next_tags(int num_runs) noexcept;

    /// Whether no call before had the tags that the next one would get. Alike on all ranks.
    [[nodiscard]] bool has_new_tags(int num_runs) const noexcept { return num_runs_ + num_runs <= first_run_for_good_; }

    /// The same for what is run again and again, in whatever order ranks start such things: no other run gets these
    /// tags as long as this lives. There is a share of all tags for that; nothing once it is used up, which is at the
    /// same call on every rank.
    [[nodiscard]] std::optional<CallTags> tags_for_good(int num_runs) noexcept;

    /// Whether the tags of a call are not those of another one for thousands of calls.
    [[nodiscard]] bool has_many_tags() const noexcept { return first_run_for_good_ > kManyRuns; }

    /// A broadcast by `program`, this rank's program of a schedule, of `buffer` in blocks of `block` bytes. Collective.
    /// Throws MpiError.
    void broadcast(const schedule::Program& program, int num_blocks, Bytes block, const BufferDescription& buffer);

    /// `text` of rank `root` on every rank, with the tags of two runs. A rank that carries out a broadcast with the
    /// tags of the first fails, and so do those that carry out this. Collective. Throws MpiError or FailedCall.
    [[nodiscard]] std::string text_of(int root, const std::string& text, CallTags of_length, CallTags of_text);

    [[nodiscard]] MPI_Comm comm() const { return channel().comm(); }
    /// Where its messages go.
    [[nodiscard]] const Channel& channel() const { return failures_.channel(); }

    /// Of the calls on it.
    [[nodiscard]] FailureNotices& failures() { return failures_; }

    /// Whether another communicator of these ranks may go on with it: no message of a failed call may come.
    [[nodiscard]] bool is_as_new() const noexcept {
        return comm_.handle() != MPI_COMM_NULL && !failures_.ranks_differ() && !failures_.leaves_messages();
    }

    /// All calls are over, on every rank: tags are given out as at first, and errors are returned. To be called by
    /// every rank. Local. Throws MpiError.
    void begin_anew();

    /// Leaves the communicator to the MPI library, which is being finalised and frees it itself.
    void abandon_communicator() {
        failures_.stop();
        comm_.release();
    }

private:
    static constexpr std::int64_t kManyRuns = 1 << 16;

    Communicator comm_;  ///< null: somebody else's
    FailureNotices failures_;
    std::int64_t num_calls_ = 0;
    std::int64_t most_runs_;           ///< that have tags of their own
    std::int64_t first_run_for_good_;  ///< its tags, and all that follow, are for good
    std::int64_t num_runs_ = 0;
    std::int64_t num_runs_for_good_ = 0;
};

/// A workspace that no other run uses, for as long as this lives. Then it is kept for the next if it is not large, and
/// all that the process keeps are bounded: repeated calls of a kind allocate nothing. After a failure messages may
/// still come into it: then it is neither kept nor freed. In any thread.
class BorrowedWorkspace {
public:
    BorrowedWorkspace();
    BorrowedWorkspace(const BorrowedWorkspace&) = delete;
    BorrowedWorkspace& operator=(const BorrowedWorkspace&) = delete;
    ~BorrowedWorkspace();

    [[nodiscard]] Workspace& operator*() const { return *workspace_; }

    /// To be called when all messages are through.
    void is_free() { is_free_ = true; }

private:
    std::unique_ptr<Workspace> workspace_;
    bool is_free_ = false;
};

}  // namespace causeway::mpi
