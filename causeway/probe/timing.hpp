/// How long a collective operation takes, from an agreed start to its last process.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/discovery/timed_repetitions.hpp"
#include "causeway/probe/clock.hpp"

#include <mpi.h>

#include <functional>
#include <vector>

namespace causeway::probe {

/// Times collective operations of a communicator.
/// Rank 0 names a moment, all sleep until it, and those repetitions count that all began in time
/// (timed_repetitions.hpp).
class CollectiveTimer {
public:
    /// `comm` outlives the timer. Learns how long news take to reach all. Collective over `comm`. Throws
    /// MpiError.
    CollectiveTimer(MPI_Comm comm, const SharedClock& clock);

    /// Runs `operation` on all processes from an agreed moment on, and returns for each repetition the
    /// time from that moment until the slowest process returned, in order; the same on every rank.
    /// Collective, with equal options. Throws MpiError; base::Error, on every rank, if no moment can be
    /// agreed on.
    [[nodiscard]] std::vector<Seconds> time(const std::function<void()>& operation,
                                            const discovery::TimingOptions& options);

    /// When the slowest process was through with the last run, in agreed time; the same on every rank.
    [[nodiscard]] Seconds last_end() const { return last_end_; }

private:
    MPI_Comm comm_;
    SharedClock clock_;
    Seconds margin_;  ///< from the announcement to the start
    Seconds last_end_;
};

/// The same for a single operation. Collective over `comm`.
[[nodiscard]] std::vector<Seconds> time_collective(MPI_Comm comm, const SharedClock& clock,
                                                   const std::function<void()>& operation,
                                                   const discovery::TimingOptions& options);

}  // namespace causeway::probe
