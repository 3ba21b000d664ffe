/// How the ranks of a communicator tell each other that a call has failed.
///
/// A rank that fails in the middle of a call cannot do what others wait for; and where ranks call differently, each may
/// wait for messages that nobody sends. So who notices a failure tells every other rank, and every run listens while it
/// waits: a receive from anybody stands beside its own. Ranks that have done their part of the call already take no
/// notice; those that have not come to it yet will find it failed.
///
/// Nothing is sent while all goes well.
#pragma once

#include "causeway/mpi/channel.hpp"

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace causeway::mpi {

/// The tags of a call, and what ranks call it among themselves: the same on every rank.
struct CallTags {
    std::int64_t call = 0;  ///< counted; below 0: of what is carried out again and again with the same tags
    int first = 0;
};

/// Thrown where a call has failed and all its ranks know or are told.
struct FailedCall {
    int code = MPI_SUCCESS;
};

/// Of one communicator, by any thread.
class FailureNotices {
public:
    /// `channel` is private, and has no messages with tag 0 but these.
    explicit FailureNotices(Channel channel) : channel_(std::move(channel)) {}
    FailureNotices(const FailureNotices&) = delete;
    FailureNotices& operator=(const FailureNotices&) = delete;
    ~FailureNotices() { stop(); }

    [[nodiscard]] const Channel& channel() const { return channel_; }

    /// Channel::open. To be called before anything else but `stop`.
    void open(std::vector<int> first_tags) { channel_.open(std::move(first_tags)); }

    /// Tells every other rank that the call has failed here; once that cannot be done, the job is ended, with a line.
    void tell(std::int64_t call, int code) noexcept;

    /// Throws FailedCall if some rank has told that the call failed. `seen`: what this returned before, first 0; costs
    /// nothing while there is no news. Returns what has been looked at.
    [[nodiscard]] std::int64_t check(std::int64_t call, std::int64_t seen) const;

    /// Whether a message had another length than its receiver expected, here or on a rank that told of it: the
    /// program's ranks call differently, and need not have called as often.
    [[nodiscard]] bool ranks_differ() const noexcept { return ranks_differ_.load(std::memory_order_relaxed); }

    /// The request to be waited for, or tested, beside a run's own; null if another run has it. One that `waits` gets
    /// it. Throws MpiError.
    [[nodiscard]] MPI_Request lend(bool waits);
    /// The same afterwards, as MPI left it.
    void take_back(MPI_Request request) noexcept;

    /// Listens no more. To be called before the communicator is freed, or left to MPI_Finalize.
    void stop() noexcept;

    /// Whether messages of failed calls may be left, or still come, that nobody receives: then the communicator must
    /// never be freed, as the MPI library would give them to a later one. After `stop`.
    [[nodiscard]] bool leaves_messages() const noexcept;

private:
    using Notice = std::array<std::int64_t, 2>;  ///< the call, the class of the error

    void post();
    void note(const Notice& notice) noexcept;
    void look_at(int error_class) noexcept;

    Channel channel_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    Notice incoming_{};
    Notice last_told_{};  ///< for want of memory
    std::atomic<bool> is_lent_{false};
    std::atomic<std::int64_t> num_noted_{0};
    std::atomic<bool> has_told_{false};
    std::atomic<bool> ranks_differ_{false};
    mutable std::mutex mutex_;
    std::map<std::int64_t, int> failed_;  ///< code of the call
};

}  // namespace causeway::mpi
