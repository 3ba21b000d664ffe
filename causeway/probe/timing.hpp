/// How long a collective operation takes, from an agreed start to its last process.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/probe/clock.hpp"

#include <mpi.h>

#include <functional>
#include <vector>

namespace causeway::probe {

struct TimingOptions {
    /// Samples wanted, >= 1.
    int repetitions = 10;
    /// No further repetition starts once the interval of the median reaches no further than this part of
    /// it to either side; at least two samples.
    double tight = 0.0;
    /// Runs before the first sample: the first use of a route sets up connections.
    int warm_ups = 1;
    /// No further repetition starts once so much time is used and there is one sample; the decision is
    /// rank 0's.
    Seconds budget = Seconds::infinity();
};

/// Times collective operations of a communicator.
///
/// "Barrier, then time it" lies on a wide-area network: ranks leave a barrier up to one latency apart.
/// Here rank 0 names a moment far enough ahead for all to hear of it in time, all sleep until it (the
/// Round-Time method of ReproMPI: Hunold and Carpen-Amarie). A repetition for which a rank was late
/// does not count, and the next moment is named further ahead.
class CollectiveTimer {
public:
    /// `comm` outlives the timer. Learns how long news take to reach all. Collective over `comm`. Throws
    /// MpiError.
    CollectiveTimer(MPI_Comm comm, const SharedClock& clock);

    /// Runs `operation` on all processes from an agreed moment on, and returns for each repetition the
    /// time from that moment until the slowest process returned, in order; the same on every rank.
    /// Collective, with equal options. Throws MpiError; base::Error, on every rank, if no moment can be
    /// agreed on.
    [[nodiscard]] std::vector<Seconds> time(const std::function<void()>& operation, const TimingOptions& options);

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
                                                   const TimingOptions& options);

}  // namespace causeway::probe
