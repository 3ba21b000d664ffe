#include "causeway/probe/native_measurement.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/timing.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace causeway::probe {

namespace {

// In the order in which they are measured: first those between which the others lie, so that little is
// extrapolated when time runs out.
constexpr std::array<std::int64_t, 9> kSizes{1024,       64 * 1024, 1024 * 1024,     1,       16 * 1024,
                                             256 * 1024, 64,        4 * 1024 * 1024, 4 * 1024};

/// Rank 0's answer to "is there time for this?", on every rank.
bool agreed_by_rank_0(MPI_Comm comm, bool answer) {
    int value = answer ? 1 : 0;
    mpi::check(PMPI_Bcast(&value, 1, MPI_INT, 0, comm), "MPI_Bcast");
    return value != 0;
}

/// What a size will take, from sizes measured before: no more than in proportion to a smaller one, no less than
/// that.
double expected_time(const std::map<std::int64_t, double>& measured, std::int64_t size) {
    const auto above = measured.upper_bound(size);
    if (above == measured.begin()) {
        return measured.empty() ? 0.0 : above->second;
    }
    const auto below = std::prev(above);
    return below->second * std::max(1.0, static_cast<double>(size) /
                                             static_cast<double>(std::max(below->first, policy::kStartUpCounts)));
}

}  // namespace

NativeMeasurement measure_native_broadcast(MPI_Comm comm, const SharedClock& clock, Seconds budget) {
    const Seconds end = clock.now() + budget;
    CollectiveTimer timer(comm, clock);
    std::vector<std::byte> buffer(static_cast<std::size_t>(*std::max_element(kSizes.begin(), kSizes.end())));
    std::map<std::int64_t, double> measured;
    for (const std::int64_t size : kSizes) {
        const Seconds expected(expected_time(measured, size));
        if (!agreed_by_rank_0(comm, measured.empty() || clock.now() + expected < end)) {
            continue;
        }
        const auto broadcast = [&] {
            mpi::check(PMPI_Bcast(buffer.data(), static_cast<int>(size), MPI_BYTE, 0, comm), "MPI_Bcast");
        };
        const bool is_slow = agreed_by_rank_0(comm, expected > policy::kSlowShareOfNative * budget);
        const bool is_long = agreed_by_rank_0(comm, expected > policy::kLongShareOfNative * budget);
        std::vector<double> times;
        for (const Seconds time :
             timer.time(broadcast,
                        {.repetitions =
                             is_long ? 1 : (is_slow ? policy::kNativeRepetitionsOfSlow : policy::kNativeRepetitions),
                        .tight = policy::kTightNative,
                        .warm_ups = measured.empty() ? 1 : 0,
                        .budget = policy::kLongShareOfNative * budget})) {
            times.push_back(time.value());
        }
        measured.emplace(size, statistics::median(times));
    }
    std::vector<statistics::PiecewiseLinear::Point> points;
    for (const auto& [size, seconds] : measured) {
        points.push_back({static_cast<double>(size), seconds});
    }
    NativeMeasurement result;
    result.largest = Bytes(measured.rbegin()->first);
    result.largest_wanted = Bytes(static_cast<std::int64_t>(buffer.size()));
    result.seconds = statistics::PiecewiseLinear(std::move(points));
    return result;
}

}  // namespace causeway::probe
