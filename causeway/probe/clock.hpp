/// A clock that all processes of a communicator read alike.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/policy/measurement.hpp"

#include <mpi.h>

#include <string_view>

namespace causeway::probe {

/// Whether the ranks run in a simulation, on its clock: time then passes in sleeps and in MPI calls that wait, and in
/// nothing else.
#ifdef CAUSEWAY_SIMULATED_TIME
inline constexpr bool kTimeIsSimulated = true;
#else
inline constexpr bool kTimeIsSimulated = false;
#endif

/// This machine's monotonic clock, or the simulation's, since some moment in the past. Local.
[[nodiscard]] Seconds monotonic_now();

/// Returns when so much time has passed, at once if that is none. Local.
void sleep_for(Seconds time);

/// Gives others a turn, in a loop that waits for something: on a core, or in simulated time. Local.
void let_others_run();

/// The time all processes agreed on: that of rank 0. Made by `agree_on_clock`; clocks drift, so agree
/// again before long measurements.
class SharedClock {
public:
    enum class Method {
        kOneKernel,  ///< all processes run under one kernel: its monotonic clock serves all
        kOffsets,    ///< offsets to rank 0, estimated with ping-pongs
    };

    SharedClock(Method method, Seconds offset) : method_(method), offset_(offset) {}

    /// The agreed time. Local.
    [[nodiscard]] Seconds now() const { return monotonic_now() + offset_; }

    /// Returns when the agreed time is `moment`, or at once if it has passed. Sleeps, and turns to
    /// polling only for the last stretch: processes may outnumber the cores. Simulated sleeps need none. Local.
    void sleep_until(Seconds moment) const;

    [[nodiscard]] Method method() const { return method_; }

    /// The method in words: "one kernel's monotonic clock".
    [[nodiscard]] std::string_view description() const;

private:
    Method method_;
    Seconds offset_;  ///< agreed time - local monotonic time
};

/// The clock of rank 0, known to all. Without a common kernel the offset is the middle of the bounds
/// that ping-pongs leave (SKaMPI: Worsch, Reussner, Augustin 2002), so it is wrong by at most half the
/// smallest round trip. No other messages of `comm` may be under way. Collective over `comm`. Throws
/// MpiError.
[[nodiscard]] SharedClock agree_on_clock(MPI_Comm comm);

/// The same by a method that the caller knows to fit, with so much patience (discovery/clock_offset.hpp). Collective
/// over `comm`. Throws MpiError.
[[nodiscard]] SharedClock agree_on_clock(MPI_Comm comm, SharedClock::Method method,
                                         int patience = policy::kPatienceOfClock);

}  // namespace causeway::probe
