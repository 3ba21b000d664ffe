#include "causeway/probe/distance_measurement.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/pair_latency.hpp"
#include "causeway/probe/quiet_wait.hpp"
#include "causeway/probe/tournament.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace causeway::probe {

namespace {

using mpi::check;

// A direct way this much slower than a detour over a third host was disturbed and is looked at again. Real
// networks have such ways too, but not by so much between hosts of one site.
constexpr double kSuspect = 1.25;
constexpr int kFurtherLooks = 3;
constexpr double kFirstShare = 0.7;  // of the budget, for the first look at all

/// What one process tells of one meeting, as numbers.
enum Figure : std::size_t { kLeast, kAboveLeast, kUncertainty, kSamples, kSettled, kDrifted, kNumFigures };

/// One tournament over the pairs for which `is_wanted(a, b)`, the same on all ranks; the smaller of what
/// `known` has and what is found now. Collective.
template <typename IsWanted>
LatencyMatrix tournament(MPI_Comm comm, const LatencyMatrix& known, IsWanted is_wanted, Seconds budget) {
    const int size = mpi::size_of(comm);
    const int rank = mpi::rank_of(comm);
    std::vector<int> meetings;
    for (const int opponent : opponents(rank, size)) {
        if (opponent >= 0 && is_wanted(rank, opponent)) {
            meetings.push_back(opponent);
        }
    }
    int most = static_cast<int>(meetings.size());
    check(PMPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, comm), "MPI_Allreduce");
    const Seconds share = budget / static_cast<double>(std::max(1, most));
    // [to][figure] of the pairs in which this process is the lower; no samples elsewhere.
    const auto row = static_cast<std::size_t>(size) * kNumFigures;
    std::vector<double> mine(row, 0.0);
    for (const int opponent : meetings) {
        meet(comm, opponent);
        if (opponent < rank) {
            answer_pings(comm, opponent);
            continue;
        }
        const PairLatency pair = measure_pair(comm, opponent, share);
        double* const figures = mine.data() + static_cast<std::size_t>(opponent) * kNumFigures;
        figures[kLeast] = pair.least.value();
        figures[kAboveLeast] = (pair.median - pair.least).value();
        figures[kUncertainty] = pair.uncertainty;
        figures[kSamples] = pair.samples;
        figures[kSettled] = pair.is_settled ? 1.0 : 0.0;
        figures[kDrifted] = pair.has_drifted ? 1.0 : 0.0;
    }

    std::vector<double> all(row * static_cast<std::size_t>(size));
    check(PMPI_Allgather(mine.data(), static_cast<int>(row), MPI_DOUBLE, all.data(), static_cast<int>(row), MPI_DOUBLE,
                         comm),
          "MPI_Allgather");
    LatencyMatrix result = known;
    std::vector<double> above_least;
    for (int from = 0; from < size; ++from) {
        for (int to = from + 1; to < size; ++to) {
            const double* const figures =
                all.data() + (static_cast<std::size_t>(from) * static_cast<std::size_t>(size) + to) * kNumFigures;
            if (figures[kSamples] == 0.0) {
                continue;
            }
            const bool is_second_look =
                std::isfinite(known.seconds(from, to)) && std::isfinite(known.seconds(to, from));
            const double least = is_second_look ? std::min(known.seconds(from, to), figures[kLeast]) : figures[kLeast];
            result.seconds(from, to) = least;
            result.seconds(to, from) = least;
            if (show_their_spread(static_cast<int>(figures[kSamples]))) {
                above_least.push_back(figures[kAboveLeast]);
            }
            result.num_round_trips += static_cast<int>(figures[kSamples]);
            if (!is_second_look) {
                ++result.num_measured;
                result.num_rushed += figures[kSamples] == 1.0 ? 1 : 0;
                result.num_settled += figures[kSettled] != 0.0 ? 1 : 0;
                result.num_drifted += figures[kDrifted] != 0.0 ? 1 : 0;
                result.uncertainties.push_back(figures[kUncertainty]);
            }
        }
    }
    result.resolution = std::max(result.resolution, resolution_of(above_least));
    return result;
}

template <typename IsMissing>
bool has_suspects(const base::SquareMatrix<double>& seconds, IsMissing is_missing) {
    for (int from = 0; from < seconds.size(); ++from) {
        for (int to = from + 1; to < seconds.size(); ++to) {
            if (is_missing(from, to) && slower_than_a_detour(seconds, from, to)) {
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

LatencyMatrix measure_latencies(MPI_Comm comm, Seconds budget, const base::SquareMatrix<double>& known) {
    const int size = mpi::size_of(comm);
    LatencyMatrix result{.seconds = known};
    if (known.size() == 0) {
        result.seconds = base::SquareMatrix<double>(size, std::numeric_limits<double>::infinity());
    }
    for (int i = 0; i < size; ++i) {
        result.seconds(i, i) = 0.0;
    }
    const base::SquareMatrix<double> given = result.seconds;
    const auto is_missing = [&](int a, int b) { return std::isinf(given(a, b)) || std::isinf(given(b, a)); };
    result = tournament(comm, result, is_missing, kFirstShare * budget);
    for (int look = 0; look < kFurtherLooks && has_suspects(result.seconds, is_missing); ++look) {
        const base::SquareMatrix<double> before = result.seconds;
        result = tournament(
            comm, result, [&](int a, int b) { return is_missing(a, b) && slower_than_a_detour(before, a, b); },
            (1.0 - kFirstShare) / kFurtherLooks * budget);
    }
    return result;
}

}  // namespace causeway::probe
