#include "causeway/probe/timing.hpp"

#include "causeway/base/error.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace causeway::probe {

namespace {

using mpi::check;

// Ahead of the announcement by this much more than it has ever needed to reach everyone.
constexpr double kSafety = 1.3;
constexpr Seconds kLeastMargin(300e-6);
// A margin that doubled so often is over four seconds: something other than the network is late.
constexpr int kMostLateInARow = 14;

// The first announcement may find connections unopened.
constexpr int kRehearsals = 2;

// Instead of a start: there is no further repetition.
constexpr double kNoMore = -1.0;

/// What rank 0 tells before a repetition, in agreed time.
struct Announcement {
    double made = 0.0;
    double start = 0.0;
};

/// One repetition as all ranks see it.
struct Repetition {
    Seconds duration;
    Seconds announcing;  ///< how long the announcement took to reach the last rank
};

Repetition run(MPI_Comm comm, const SharedClock& clock, const std::function<void()>& operation,
               const Announcement& announcement) {
    const double heard = clock.now().value();
    clock.sleep_until(Seconds(announcement.start));
    operation();
    const double ended = clock.now().value();
    const std::array<double, 2> mine{ended - announcement.start, heard - announcement.made};
    std::array<double, 2> slowest{};
    check(PMPI_Allreduce(mine.data(), slowest.data(), 2, MPI_DOUBLE, MPI_MAX, comm), "MPI_Allreduce");
    return {Seconds(slowest[0]), Seconds(slowest[1])};
}

bool are_tight(const std::vector<Seconds>& samples, double tight) {
    if (samples.size() < 2) {
        return false;
    }
    std::vector<double> values;
    for (const Seconds sample : samples) {
        values.push_back(sample.value());
    }
    const statistics::Summary summary = statistics::summarise(values);
    return 0.5 * (summary.median_high - summary.median_low) < tight * summary.median;
}

Seconds margin_after(Seconds announcing) {
    return kSafety * announcing + kLeastMargin;
}

}  // namespace

CollectiveTimer::CollectiveTimer(MPI_Comm comm, const SharedClock& clock) : comm_(comm), clock_(clock) {
    const auto nothing = [] {};
    for (int i = 0; i < kRehearsals; ++i) {
        const double now = clock_.now().value();
        Announcement announcement{.made = now, .start = now};
        check(PMPI_Bcast(&announcement, 2, MPI_DOUBLE, 0, comm_), "MPI_Bcast");
        const Repetition rehearsal = run(comm_, clock_, nothing, announcement);
        margin_ = margin_after(rehearsal.announcing);
        last_end_ = Seconds(announcement.start) + rehearsal.duration;
    }
}

std::vector<Seconds> CollectiveTimer::time(const std::function<void()>& operation, const TimingOptions& options) {
    assert(options.repetitions >= 1);
    const bool is_first = mpi::rank_of(comm_) == 0;
    const Seconds begin = clock_.now();
    for (int i = 0; i < options.warm_ups; ++i) {
        operation();
    }
    std::vector<Seconds> samples;
    int late_in_a_row = 0;
    while (static_cast<int>(samples.size()) < options.repetitions && !are_tight(samples, options.tight)) {
        Announcement announcement;
        if (is_first) {
            const Seconds now = clock_.now();
            const bool used_up = !samples.empty() && now - begin > options.budget;
            announcement = {.made = now.value(), .start = used_up ? kNoMore : (now + margin_).value()};
        }
        check(PMPI_Bcast(&announcement, 2, MPI_DOUBLE, 0, comm_), "MPI_Bcast");
        if (announcement.start == kNoMore) {
            break;
        }
        const Repetition repetition = run(comm_, clock_, operation, announcement);
        last_end_ = Seconds(announcement.start) + repetition.duration;
        // From reduced and announced values only: all ranks decide alike.
        if (announcement.made + repetition.announcing.value() <= announcement.start) {
            samples.push_back(repetition.duration);
            late_in_a_row = 0;
        } else if (++late_in_a_row > kMostLateInARow) {
            throw base::Error("the processes cannot agree on a moment to start: one of them is always late");
        } else {
            margin_ = 2.0 * margin_;
        }
        margin_ = std::max(margin_, margin_after(repetition.announcing));
    }
    return samples;
}

std::vector<Seconds> time_collective(MPI_Comm comm, const SharedClock& clock, const std::function<void()>& operation,
                                     const TimingOptions& options) {
    return CollectiveTimer(comm, clock).time(operation, options);
}

}  // namespace causeway::probe
