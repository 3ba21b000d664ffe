#include "causeway/probe/distance_measurement.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tournament.hpp"

#include <algorithm>
#include <vector>

namespace causeway::probe {

namespace {

using mpi::check;

constexpr int kPing = 1;
constexpr int kStop = 2;
constexpr int kPong = 3;

constexpr int kMostRoundTrips = 40;
// The fastest round trips agree: this many of them lie within kTight of the fastest.
constexpr int kAgreeing = 3;
constexpr double kTight = 0.02;

void send_empty(MPI_Comm comm, int to, int tag) {
    check(PMPI_Send(nullptr, 0, MPI_BYTE, to, tag, comm), "MPI_Send");
}

Seconds round_trip(MPI_Comm comm, int mirror) {
    const Seconds begin = monotonic_now();
    send_empty(comm, mirror, kPing);
    check(PMPI_Recv(nullptr, 0, MPI_BYTE, mirror, kPong, comm, MPI_STATUS_IGNORE), "MPI_Recv");
    return monotonic_now() - begin;
}

void answer_pings(MPI_Comm comm, int measurer) {
    while (true) {
        MPI_Status status;
        check(PMPI_Recv(nullptr, 0, MPI_BYTE, measurer, MPI_ANY_TAG, comm, &status), "MPI_Recv");
        if (status.MPI_TAG == kStop) {
            return;
        }
        send_empty(comm, measurer, kPong);
    }
}

bool fastest_agree(std::vector<Seconds> times) {
    if (times.size() < kAgreeing) {
        return false;
    }
    std::nth_element(times.begin(), times.begin() + (kAgreeing - 1), times.end());
    const Seconds fastest = *std::min_element(times.begin(), times.begin() + kAgreeing);
    return times[kAgreeing - 1] <= (1.0 + kTight) * fastest;
}

std::vector<Seconds> round_trips(MPI_Comm comm, int mirror, Seconds share) {
    const Seconds end = monotonic_now() + share;
    std::vector<Seconds> times{round_trip(comm, mirror)};
    while (static_cast<int>(times.size()) < kMostRoundTrips && monotonic_now() + times.back() < end &&
           !fastest_agree(times)) {
        times.push_back(round_trip(comm, mirror));
    }
    send_empty(comm, mirror, kStop);
    return times;
}

}  // namespace

LatencyMatrix measure_latencies(MPI_Comm comm, Seconds budget) {
    const int size = mpi::size_of(comm);
    const int rank = mpi::rank_of(comm);
    const std::vector<int> meetings = opponents(rank, size);

    // What this process measured, [to], of the pairs in which it is the lower; then how many in a hurry.
    std::vector<double> mine(static_cast<std::size_t>(size) + 1, 0.0);
    for (const int opponent : meetings) {
        if (opponent < 0) {
            continue;
        }
        meet(comm, opponent);
        if (opponent < rank) {
            answer_pings(comm, opponent);
            continue;
        }
        const std::vector<Seconds> times = round_trips(comm, opponent, budget / static_cast<double>(meetings.size()));
        mine[static_cast<std::size_t>(opponent)] = 0.5 * std::min_element(times.begin(), times.end())->value();
        mine.back() += times.size() == 1 ? 1.0 : 0.0;
    }

    const std::size_t width = mine.size();
    std::vector<double> all(width * static_cast<std::size_t>(size));
    check(PMPI_Allgather(mine.data(), static_cast<int>(width), MPI_DOUBLE, all.data(), static_cast<int>(width),
                         MPI_DOUBLE, comm),
          "MPI_Allgather");
    LatencyMatrix result{.seconds = base::SquareMatrix<double>(size, 0.0)};
    for (int from = 0; from < size; ++from) {
        const std::size_t row = static_cast<std::size_t>(from) * width;
        for (int to = from + 1; to < size; ++to) {
            result.seconds(from, to) = result.seconds(to, from) = all[row + static_cast<std::size_t>(to)];
        }
        result.num_rushed += static_cast<int>(all[row + width - 1]);
    }
    return result;
}

}  // namespace causeway::probe
