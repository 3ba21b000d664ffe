#include "causeway/probe/distance_measurement.hpp"

#include "causeway/discovery/tournament.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/ping_pong.hpp"
#include "causeway/probe/quiet_wait.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace causeway::probe {

namespace {

using discovery::PairLatency;
using mpi::check;

/// What one process tells of one meeting, as numbers.
enum Figure : std::size_t { kLeast, kTypical, kMedian, kUncertainty, kSamples, kSettled, kDrifted, kNumFigures };

/// To those that are wanted, [rank], a few at a time.
void open_connections(MPI_Comm comm, const std::vector<char>& is_wanted) {
    constexpr int kAtOnce = 32;
    const int size = mpi::size_of(comm);
    const int rank = mpi::rank_of(comm);
    std::vector<int> peers;
    // By distances that both of a pair see alike, so that nobody waits for one who waits for others.
    for (int distance = 1; 2 * distance <= size; ++distance) {
        for (const int peer : {(rank + distance) % size, (rank - distance + size) % size}) {
            if (is_wanted[static_cast<std::size_t>(peer)] != 0 && (peers.empty() || peers.back() != peer)) {
                peers.push_back(peer);
            }
        }
        if (distance % (kAtOnce / 2) == 0 || 2 * (distance + 1) > size) {
            meet_all(comm, peers);
            peers.clear();
        }
    }
}

/// What round trips say of `pairs`, the same on all ranks, in one tournament. Collective.
std::vector<discovery::PairLatency> tournament(MPI_Comm comm, const std::vector<discovery::HostPair>& pairs,
                                               Seconds budget) {
    const int size = mpi::size_of(comm);
    const int rank = mpi::rank_of(comm);
    std::vector<char> is_wanted(static_cast<std::size_t>(size), 0);
    for (const auto& [a, b] : pairs) {
        if (a == rank || b == rank) {
            is_wanted[static_cast<std::size_t>(a == rank ? b : a)] = 1;
        }
    }
    int most = static_cast<int>(std::count(is_wanted.begin(), is_wanted.end(), 1));
    check(PMPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, comm), "MPI_Allreduce");
    const Seconds share = budget / static_cast<double>(std::max(1, most));
    // [to][figure] of the pairs in which this process is the lower; no samples elsewhere.
    const auto row = static_cast<std::size_t>(size) * kNumFigures;
    std::vector<double> mine(row, 0.0);
    open_connections(comm, is_wanted);
    for (const int opponent : discovery::opponents(rank, size)) {
        if (opponent < 0 || is_wanted[static_cast<std::size_t>(opponent)] == 0) {
            continue;
        }
        meet(comm, opponent);
        if (opponent < rank) {
            answer_pings(comm, opponent);
            continue;
        }
        const discovery::PairLatency pair = measure_pair(comm, opponent, share);
        double* const figures = mine.data() + static_cast<std::size_t>(opponent) * kNumFigures;
        figures[kLeast] = pair.least.value();
        figures[kTypical] = pair.typical.value();
        figures[kMedian] = pair.median.value();
        figures[kUncertainty] = pair.uncertainty;
        figures[kSamples] = pair.samples;
        figures[kSettled] = pair.is_settled ? 1.0 : 0.0;
        figures[kDrifted] = pair.has_drifted ? 1.0 : 0.0;
    }

    std::vector<double> all(row * static_cast<std::size_t>(size));
    check(PMPI_Allgather(mine.data(), static_cast<int>(row), MPI_DOUBLE, all.data(), static_cast<int>(row), MPI_DOUBLE,
                         comm),
          "MPI_Allgather");
    std::vector<discovery::PairLatency> result;
    for (const auto& [a, b] : pairs) {
        const double* const figures =
            all.data() +
            (static_cast<std::size_t>(a) * static_cast<std::size_t>(size) + static_cast<std::size_t>(b)) * kNumFigures;
        result.push_back({.least = Seconds(figures[kLeast]),
                          .typical = Seconds(figures[kTypical]),
                          .median = Seconds(figures[kMedian]),
                          .uncertainty = figures[kUncertainty],
                          .samples = static_cast<int>(figures[kSamples]),
                          .is_settled = figures[kSettled] != 0.0,
                          .has_drifted = figures[kDrifted] != 0.0});
    }
    return result;
}

}  // namespace

discovery::LatencyMatrix measure_latencies(MPI_Comm comm, Seconds budget, const base::SquareMatrix<double>& known) {
    return discovery::survey_latencies(
        mpi::size_of(comm), budget, known,
        [&](const std::vector<discovery::HostPair>& pairs, Seconds share) { return tournament(comm, pairs, share); });
}

}  // namespace causeway::probe
