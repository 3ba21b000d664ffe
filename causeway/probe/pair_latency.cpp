#include "causeway/probe/pair_latency.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/plogp_fit.hpp"
#include "causeway/statistics/sample.hpp"
#include "causeway/statistics/shift.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr std::size_t kMostRoundTrips = 40;
// Short round trips cost nothing: at least so many.
constexpr std::size_t kLeastOfShort = 10;
// The fastest agree: so many of them lie within kTight of the fastest.
constexpr std::size_t kAgreeing = 3;
constexpr double kTight = 0.02;
constexpr std::size_t kLeastOfLong = 3;
constexpr double kTightMedian = 0.05;
constexpr double kAsleep = 0.7;
// What disturbs a whole meeting shows little inside it: pairs differ by several times the spread in one.
constexpr double kResolutions = 10.0;

/// Receives what comes again and again, asleep as long as nothing can come: who polls on a machine that others share
/// keeps theirs waiting.
class SleepyReceiver {
public:
    /// The message's tag; what is expected to take `expected` is not looked for before most of that is over.
    int receive(MPI_Comm comm, int from, Seconds expected) {
        const bool sleeps = expected > kLongRoundTrip && expected < Seconds::infinity();
        if (sleeps) {
            sleep_for(asleep_ * expected);
        }
        const Seconds awake = monotonic_now();
        MPI_Status status;
        check(PMPI_Recv(nullptr, 0, MPI_BYTE, from, MPI_ANY_TAG, comm, &status), "MPI_Recv");
        // What was there at once may have been there before: too much was expected.
        const bool was_early = monotonic_now() - awake > kNotice * expected;
        asleep_ = sleeps && was_early ? kLongSleep : kShortSleep;
        return status.MPI_TAG;
    }

private:
    // Parts of what is expected.
    static constexpr double kLongSleep = 0.9;
    static constexpr double kShortSleep = 0.5;
    static constexpr double kNotice = 0.02;

    double asleep_ = kShortSleep;
};

Seconds round_trip(MPI_Comm comm, int mirror, SleepyReceiver& receiver, Seconds expected) {
    const Seconds begin = monotonic_now();
    send_empty(comm, mirror, kPing);
    receiver.receive(comm, mirror, expected);
    return monotonic_now() - begin;
}

std::vector<double> values_of(std::span<const Seconds> times) {
    std::vector<double> values;
    values.reserve(times.size());
    std::transform(times.begin(), times.end(), std::back_inserter(values), [](Seconds time) { return time.value(); });
    return values;
}

/// Half the interval of the median, as a part of the median.
double uncertainty_of(const statistics::Summary& summary) {
    return summary.median > 0.0 ? 0.5 * (summary.median_high - summary.median_low) / summary.median : 0.0;
}

}  // namespace

bool agree(std::span<const Seconds> round_trips) {
    if (round_trips.size() < kLeastOfLong) {
        return false;
    }
    std::vector<double> times = values_of(round_trips);
    std::sort(times.begin(), times.end());
    if (Seconds(times.front()) > kLongRoundTrip) {
        return uncertainty_of(statistics::summarise(times)) <= kTightMedian;
    }
    return times.size() >= kLeastOfShort && times[kAgreeing - 1] <= (1.0 + kTight) * times.front();
}

bool are_enough(std::span<const Seconds> round_trips) {
    return round_trips.size() >= kMostRoundTrips || agree(round_trips);
}

PairLatency pair_latency(std::span<const Seconds> round_trips) {
    assert(!round_trips.empty());
    const std::vector<double> times = values_of(round_trips);
    const statistics::Summary summary = statistics::summarise(times);
    const std::optional<statistics::Shift> shift = statistics::shift_of_halves(times);
    return {.least = 0.5 * Seconds(summary.minimum),
            .typical = 0.5 * Seconds(undisturbed(times)),
            .median = 0.5 * Seconds(summary.median),
            .uncertainty = uncertainty_of(summary),
            .samples = static_cast<int>(times.size()),
            .is_settled = agree(round_trips),
            .has_drifted = shift && shift->is_drift()};
}

bool show_their_spread(int round_trips) {
    return round_trips >= static_cast<int>(kLeastOfShort);
}

double resolution_of(const std::vector<double>& above_least) {
    return above_least.empty() ? 0.0 : kResolutions * statistics::median(above_least);
}

PairLatency measure_pair(MPI_Comm comm, int mirror, Seconds share) {
    const Seconds end = monotonic_now() + share;
    SleepyReceiver receiver;
    std::vector<Seconds> times{round_trip(comm, mirror, receiver, Seconds(0.0))};
    Seconds fastest = times.front();
    while (monotonic_now() + fastest < end && !are_enough(times)) {
        times.push_back(round_trip(comm, mirror, receiver, fastest));
        fastest = std::min(fastest, times.back());
    }
    send_empty(comm, mirror, kStop);
    return pair_latency(times);
}

void answer_pings(MPI_Comm comm, int measurer) {
    SleepyReceiver receiver;
    Seconds interval = Seconds::infinity();  // the shortest between two pings
    std::optional<Seconds> last;
    while (receiver.receive(comm, measurer, interval) != kStop) {
        send_empty(comm, measurer, kPong);
        const Seconds now = monotonic_now();
        if (last) {
            interval = std::min(interval, now - *last);
        }
        last = now;
    }
}

void send_empty(MPI_Comm comm, int to, int tag) {
    check(PMPI_Send(nullptr, 0, MPI_BYTE, to, tag, comm), "MPI_Send");
}

Seconds without_answer(Seconds expected) {
    return expected > kLongRoundTrip ? kAsleep * expected : Seconds(0.0);
}

}  // namespace causeway::probe
