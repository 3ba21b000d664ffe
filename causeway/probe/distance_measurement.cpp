#include "causeway/probe/distance_measurement.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tournament.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kPing = 1;
constexpr int kStop = 2;
constexpr int kPong = 3;

constexpr int kMostRoundTrips = 40;
// The fastest round trips agree: so many of them lie within kTight of the fastest.
// Short round trips cost nothing: at least so many.
constexpr std::size_t kLeastOfShort = 10;
constexpr int kAgreeing = 3;
constexpr int kAgreeingOfLong = 2;
constexpr double kTight = 0.02;
// Longer round trips are waited for asleep most of the time: many pairs measure at once, and those on
// short routes should not have to compete for cores with those on long ones.
constexpr Seconds kLong(2e-3);
constexpr double kAsleep = 0.7;

// A direct way this much slower than a detour over a third host was disturbed and is looked at again. Real
// networks have such ways too, but not by so much between hosts of one site.
constexpr double kSuspect = 1.25;
constexpr int kFurtherLooks = 3;
constexpr double kFirstShare = 0.7;  // of the budget, for the first look at all

constexpr double kUnknown = -1.0;
// What disturbs a whole meeting shows little inside it: pairs differ by several times the spread in one.
constexpr double kResolutions = 10.0;

void send_empty(MPI_Comm comm, int to, int tag) {
    check(PMPI_Send(nullptr, 0, MPI_BYTE, to, tag, comm), "MPI_Send");
}

/// Sleeps for the part of `expected` in which nothing can come.
void sleep_before(Seconds expected) {
    if (expected > kLong) {
        std::this_thread::sleep_for(std::chrono::duration<double>(kAsleep * expected.value()));
    }
}

Seconds round_trip(MPI_Comm comm, int mirror, Seconds expected) {
    const Seconds begin = monotonic_now();
    send_empty(comm, mirror, kPing);
    sleep_before(expected);
    check(PMPI_Recv(nullptr, 0, MPI_BYTE, mirror, kPong, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    return monotonic_now() - begin;
}

void answer_pings(MPI_Comm comm, int measurer) {
    Seconds interval = Seconds::infinity();  // the shortest between two pings
    std::optional<Seconds> last;
    while (true) {
        MPI_Status status;
        if (last && interval < Seconds::infinity()) {
            sleep_before(interval);
        }
        check(PMPI_Recv(nullptr, 0, MPI_BYTE, measurer, MPI_ANY_TAG, comm, &status), "MPI_Recv");
        if (status.MPI_TAG == kStop) {
            return;
        }
        send_empty(comm, measurer, kPong);
        const Seconds now = monotonic_now();
        if (last) {
            interval = std::min(interval, now - *last);
        }
        last = now;
    }
}

Seconds median(const std::vector<Seconds>& times) {
    std::vector<double> values;
    for (const Seconds time : times) {
        values.push_back(time.value());
    }
    return Seconds(statistics::median(values));
}

bool fastest_agree(std::vector<Seconds> times) {
    std::sort(times.begin(), times.end());
    const bool is_long = times.front() > kLong;
    const std::size_t agreeing = is_long ? kAgreeingOfLong : kAgreeing;
    return times.size() >= (is_long ? agreeing : kLeastOfShort) &&
           times[agreeing - 1] <= (1.0 + kTight) * times.front();
}

std::vector<Seconds> round_trips(MPI_Comm comm, int mirror, Seconds share) {
    const Seconds end = monotonic_now() + share;
    std::vector<Seconds> times{round_trip(comm, mirror, Seconds(0.0))};
    Seconds fastest = times.front();
    while (static_cast<int>(times.size()) < kMostRoundTrips && monotonic_now() + fastest < end &&
           !fastest_agree(times)) {
        times.push_back(round_trip(comm, mirror, fastest));
        fastest = std::min(fastest, times.back());
    }
    send_empty(comm, mirror, kStop);
    return times;
}

/// One tournament over the pairs for which `is_wanted(a, b)`, the same on all ranks; the smaller of what
/// `known` has and what is found now. Collective.
template <typename IsWanted>
LatencyMatrix tournament(MPI_Comm comm, const LatencyMatrix& known, IsWanted is_wanted, Seconds budget) {
    const int size = mpi::size_of(comm);
    const int rank = mpi::rank_of(comm);
    const std::vector<int> meetings = opponents(rank, size);
    // What this process measured, [to], of the pairs in which it is the lower; then how well, [to],
    // negative where too few samples say; then how many in a hurry.
    const auto num_hosts = static_cast<std::size_t>(size);
    std::vector<double> mine(2 * num_hosts + 1, kUnknown);
    std::fill_n(mine.begin(), num_hosts, std::numeric_limits<double>::infinity());
    mine.back() = 0.0;
    for (const int opponent : meetings) {
        if (opponent < 0 || !is_wanted(rank, opponent)) {
            continue;
        }
        meet(comm, opponent);
        if (opponent < rank) {
            answer_pings(comm, opponent);
            continue;
        }
        const std::vector<Seconds> times = round_trips(comm, opponent, budget / static_cast<double>(meetings.size()));
        const double least = 0.5 * std::min_element(times.begin(), times.end())->value();
        mine[static_cast<std::size_t>(opponent)] = least;
        if (times.size() >= kLeastOfShort) {
            mine[num_hosts + static_cast<std::size_t>(opponent)] = 0.5 * median(times).value() - least;
        }
        mine.back() += times.size() == 1 ? 1.0 : 0.0;
    }

    const std::size_t width = mine.size();
    std::vector<double> all(width * static_cast<std::size_t>(size));
    check(PMPI_Allgather(mine.data(), static_cast<int>(width), MPI_DOUBLE, all.data(), static_cast<int>(width),
                         MPI_DOUBLE, comm),
          "MPI_Allgather");
    LatencyMatrix result = known;
    std::vector<double> spreads;
    for (int from = 0; from < size; ++from) {
        const std::size_t row = static_cast<std::size_t>(from) * width;
        for (int to = from + 1; to < size; ++to) {
            const double least = std::min(known.seconds(from, to), all[row + static_cast<std::size_t>(to)]);
            result.seconds(from, to) = least;
            result.seconds(to, from) = least;
            const double spread = all[row + num_hosts + static_cast<std::size_t>(to)];
            if (spread >= 0.0) {
                spreads.push_back(spread);
            }
        }
        result.num_rushed += static_cast<int>(all[row + width - 1]);
    }
    if (!spreads.empty()) {
        result.resolution = std::max(result.resolution, kResolutions * statistics::median(spreads));
    }
    return result;
}

bool has_suspects(const base::SquareMatrix<double>& seconds) {
    for (int from = 0; from < seconds.size(); ++from) {
        for (int to = from + 1; to < seconds.size(); ++to) {
            if (slower_than_a_detour(seconds, from, to)) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

bool slower_than_a_detour(const base::SquareMatrix<double>& seconds, int from, int to) {
    for (int over = 0; over < seconds.size(); ++over) {
        const bool is_detour = over != from && over != to;
        if (is_detour && seconds(from, to) > kSuspect * (seconds(from, over) + seconds(over, to))) {
            return true;
        }
    }
    return false;
}

LatencyMatrix measure_latencies(MPI_Comm comm, Seconds budget) {
    const int size = mpi::size_of(comm);
    LatencyMatrix result{.seconds = base::SquareMatrix<double>(size, std::numeric_limits<double>::infinity()),
                         .num_rushed = 0};
    for (int i = 0; i < size; ++i) {
        result.seconds(i, i) = 0.0;
    }
    result = tournament(
        comm, result, [](int, int) { return true; }, kFirstShare * budget);
    for (int look = 0; look < kFurtherLooks && has_suspects(result.seconds); ++look) {
        const base::SquareMatrix<double> before = result.seconds;
        result = tournament(
            comm, result, [&](int a, int b) { return slower_than_a_detour(before, a, b); },
            (1.0 - kFirstShare) / kFurtherLooks * budget);
    }
    return result;
}

}  // namespace causeway::probe
