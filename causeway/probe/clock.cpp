#include "causeway/probe/clock.hpp"

#include "causeway/discovery/clock_offset.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"

#include <sched.h>
#include <time.h>

#include <cmath>

namespace causeway::probe {

namespace {

using mpi::check;

// A look around in a simulation: short beside what is waited for, long enough for the simulation to get on.
constexpr Seconds kSimulatedTurn(100e-6);

constexpr int kClockTag = 1;
// What the others send to rank 0.
enum Request : int { kDone = 0, kTellTime = 1 };

/// Rank 0 tells its time to whoever asks, until all others are done. All ask at once: who has to queue
/// gets a longer round trip, and only the shortest count.
void tell_time(MPI_Comm comm) {
    int asking = mpi::size_of(comm) - 1;
    while (asking > 0) {
        int request = kDone;
        MPI_Status status;
        check(PMPI_Recv(&request, 1, MPI_INT, MPI_ANY_SOURCE, kClockTag, comm, &status), "MPI_Recv");
        if (request == kDone) {
            --asking;
            continue;
        }
        const double now = monotonic_now().value();
        check(PMPI_Send(&now, 1, MPI_DOUBLE, status.MPI_SOURCE, kClockTag, comm), "MPI_Send");
    }
}

Seconds offset_to_rank_0(MPI_Comm comm, int patience) {
    discovery::OffsetEstimate estimate(patience);
    while (estimate.wants_another()) {
        const int request = kTellTime;
        double reference = 0.0;
        const Seconds sent = monotonic_now();
        check(PMPI_Send(&request, 1, MPI_INT, 0, kClockTag, comm), "MPI_Send");
        check(PMPI_Recv(&reference, 1, MPI_DOUBLE, 0, kClockTag, comm, MPI_STATUS_IGNORE), "MPI_Recv");
        estimate.add(sent, Seconds(reference), monotonic_now());
    }
    const int request = kDone;
    check(PMPI_Send(&request, 1, MPI_INT, 0, kClockTag, comm), "MPI_Send");
    return estimate.bounds().middle();
}

timespec timespec_of(Seconds time) {
    const double whole = std::floor(time.value());
    return {.tv_sec = static_cast<time_t>(whole), .tv_nsec = static_cast<long>(1e9 * (time.value() - whole))};
}

}  // namespace

Seconds monotonic_now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return Seconds(static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

void sleep_for(Seconds time) {
    if (time > Seconds(0.0)) {
        timespec left = timespec_of(time);
        while (nanosleep(&left, &left) != 0) {
            // Interrupted by a signal of the program.
        }
    }
}

void let_others_run() {
    if constexpr (kTimeIsSimulated) {
        sleep_for(kSimulatedTurn);
    } else {
        sched_yield();
    }
}

void SharedClock::sleep_until(Seconds moment) const {
    if constexpr (kTimeIsSimulated) {
        sleep_for(moment - now());  // punctual, and polling would not end
        return;
    }
    const Seconds wake_up = moment - offset_ - policy::kPolledStretch;
    if (wake_up > monotonic_now()) {
        const timespec time = timespec_of(wake_up);
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) != 0) {
            // Interrupted by a signal of the program.
        }
    }
    while (now() < moment) {
    }
}

std::string_view SharedClock::description() const {
    return method_ == Method::kOneKernel ? "one kernel's monotonic clock" : "clock offsets to rank 0 by ping-pong";
}

SharedClock agree_on_clock(MPI_Comm comm, SharedClock::Method method, int patience) {
    const bool has_offset = method == SharedClock::Method::kOffsets && mpi::size_of(comm) > 1;
    if (!has_offset) {
        return {method, Seconds(0.0)};
    }
    if (mpi::rank_of(comm) == 0) {
        tell_time(comm);
        return {method, Seconds(0.0)};
    }
    return {method, offset_to_rank_0(comm, patience)};
}

SharedClock agree_on_clock(MPI_Comm comm) {
    return agree_on_clock(comm, mpi::share_one_kernel(mpi::host_marks(comm)) ? SharedClock::Method::kOneKernel
                                                                             : SharedClock::Method::kOffsets);
}

}  // namespace causeway::probe
