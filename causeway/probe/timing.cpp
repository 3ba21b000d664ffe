#include "causeway/probe/timing.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"

#include <array>
#include <cassert>

namespace causeway::probe {

namespace {

using discovery::Repetition;
using mpi::check;

// Instead of a start: there is no further repetition.
constexpr double kNoMore = -1.0;

/// What rank 0 tells before a repetition, in agreed time.
struct Announcement {
    double made = 0.0;
    double start = 0.0;
};

/// The same on every rank.
Repetition run(MPI_Comm comm, const SharedClock& clock, const std::function<void()>& operation,
               const Announcement& announcement) {
    const double heard = clock.now().value();
    clock.sleep_until(Seconds(announcement.start));
    operation();
    const double ended = clock.now().value();
    const std::array<double, 2> mine{ended - announcement.start, heard - announcement.made};
    std::array<double, 2> slowest{};
    check(PMPI_Allreduce(mine.data(), slowest.data(), 2, MPI_DOUBLE, MPI_MAX, comm), "MPI_Allreduce");
    return {.made = Seconds(announcement.made),
            .start = Seconds(announcement.start),
            .announcing = Seconds(slowest[1]),
            .duration = Seconds(slowest[0])};
}

}  // namespace

CollectiveTimer::CollectiveTimer(MPI_Comm comm, const SharedClock& clock) : comm_(comm), clock_(clock) {
    const auto nothing = [] {};
    for (int i = 0; i < policy::kRehearsals; ++i) {
        const double now = clock_.now().value();
        Announcement announcement{.made = now, .start = now};
        check(PMPI_Bcast(&announcement, 2, MPI_DOUBLE, 0, comm_), "MPI_Bcast");
        const Repetition rehearsal = run(comm_, clock_, nothing, announcement);
        margin_ = discovery::margin_after(rehearsal.announcing);
        last_end_ = rehearsal.start + rehearsal.duration;
    }
}

std::vector<Seconds> CollectiveTimer::time(const std::function<void()>& operation,
                                           const discovery::TimingOptions& options) {
    assert(options.repetitions >= 1);
    const bool is_first = mpi::rank_of(comm_) == 0;
    const Seconds begin = clock_.now();
    for (int i = 0; i < options.warm_ups; ++i) {
        operation();
    }
    discovery::TimedRepetitions repetitions(options, margin_);
    // By reduced and announced values only, but for the time that is used up, which rank 0 tells: all decide alike.
    while (repetitions.wants_another()) {
        Announcement announcement;
        if (is_first) {
            const Seconds now = clock_.now();
            const bool used_up = repetitions.is_used_up(now - begin);
            announcement = {.made = now.value(), .start = used_up ? kNoMore : (now + repetitions.margin()).value()};
        }
        check(PMPI_Bcast(&announcement, 2, MPI_DOUBLE, 0, comm_), "MPI_Bcast");
        if (announcement.start == kNoMore) {
            break;
        }
        const Repetition repetition = run(comm_, clock_, operation, announcement);
        last_end_ = repetition.start + repetition.duration;
        repetitions.add(repetition);
        margin_ = repetitions.margin();
    }
    return repetitions.samples();
}

std::vector<Seconds> time_collective(MPI_Comm comm, const SharedClock& clock, const std::function<void()>& operation,
                                     const discovery::TimingOptions& options) {
    return CollectiveTimer(comm, clock).time(operation, options);
}

}  // namespace causeway::probe
