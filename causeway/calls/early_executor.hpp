/// What calls that do not wait have for their messages on a communicator on which no call came before them that waits.
///
/// A call that begins something may not wait for other ranks, so that none of them can be asked for a communicator.
/// Each rank takes a range of the tags of the communicator that was made in MPI_Init, to receive with, and tells the
/// others which by a nonblocking operation of the MPI library on the program's communicator: the first call that is
/// planned is at the same place among the collectives of all ranks. Ranges of different ranks need not be the same, so
/// that nobody has to agree. The call's messages begin when that operation is over. Once all tags of the range have
/// been given out there is another one: nobody knows which calls are still under way elsewhere.
#pragma once

#include "causeway/calls/process_group.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/tag_ranges.hpp"

#include <mpi.h>

#include <atomic>
#include <memory>
#include <vector>

namespace causeway::calls {

class EarlyExecutor {
public:
    enum class Phase {
        kAsking,  ///< some rank's range is not known
        kOpen,
        kNone,  ///< some rank has none left: for all alike
    };

    /// Begins to tell the others. Collective over `comm`, which has those of the group, but waits for nobody. Throws
    /// MpiError.
    EarlyExecutor(mpi::TagRanges& ranges, const ProcessGroup& group, MPI_Comm comm);
    EarlyExecutor(const EarlyExecutor&) = delete;
    EarlyExecutor& operator=(const EarlyExecutor&) = delete;
    ~EarlyExecutor();

    /// Its tags are given out, and ends of calls received, in any phase; all else once it is open.
    [[nodiscard]] mpi::Executor& executor() { return executor_; }

    /// By any thread.
    [[nodiscard]] Phase phase() const noexcept { return phase_.load(std::memory_order_acquire); }

    /// Looks for the others' answers, without waiting; then the phase is another one. From inside of MPI calls, by one
    /// thread at a time. Throws MpiError.
    Phase advance();

    /// Until it is over, while others advance it. Not from inside of another MPI call.
    void wait() noexcept;

private:
    mpi::TagRanges& ranges_;
    int range_;  ///< 0: there is none for this rank
    /// [rank]: ranges, 0 as above
    std::unique_ptr<std::vector<int>> told_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    std::atomic<Phase> phase_{Phase::kAsking};
    mpi::Executor executor_;
};

}  // namespace causeway::calls
