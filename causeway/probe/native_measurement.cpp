#include "causeway/probe/native_measurement.hpp"

#include "causeway/mpi/error.hpp"
#include "causeway/probe/timing.hpp"
#include "causeway/statistics/sample.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::probe {

namespace {

constexpr std::array<std::int64_t, 9> kSizes{1,         64,         1024,        4 * 1024,       16 * 1024,
                                             64 * 1024, 256 * 1024, 1024 * 1024, 4 * 1024 * 1024};

// Repetitions of sizes below and from kLarge on: what takes long varies less.
constexpr int kRepetitions = 5;
constexpr int kRepetitionsOfLarge = 2;
constexpr double kTight = 0.05;
constexpr std::int64_t kLarge = 256 * 1024;

/// Rank 0's answer to "is there time for this?", on every rank.
bool agreed_by_rank_0(MPI_Comm comm, bool answer) {
    int value = answer ? 1 : 0;
    mpi::check(PMPI_Bcast(&value, 1, MPI_INT, 0, comm), "MPI_Bcast");
    return value != 0;
}

}  // namespace

NativeMeasurement measure_native_broadcast(MPI_Comm comm, const SharedClock& clock, Seconds budget) {
    const Seconds end = clock.now() + budget;
    CollectiveTimer timer(comm, clock);
    std::vector<std::byte> buffer(kSizes.back());
    std::vector<statistics::PiecewiseLinear::Point> points;
    for (std::size_t i = 0; i < kSizes.size(); ++i) {
        const std::int64_t size = kSizes[i];
        const bool is_last = i + 1 == kSizes.size();
        const int repetitions = size < kLarge ? kRepetitions : (is_last ? 1 : kRepetitionsOfLarge);
        if (i > 0) {
            const double growth = static_cast<double>(size) / static_cast<double>(kSizes[i - 1]);
            const double expected = points.back().y * (size < kLarge ? 1.0 : growth);
            if (!agreed_by_rank_0(comm, clock.now() + Seconds(expected) < end)) {
                break;
            }
        }
        const auto broadcast = [&] {
            mpi::check(PMPI_Bcast(buffer.data(), static_cast<int>(size), MPI_BYTE, 0, comm), "MPI_Bcast");
        };
        const Seconds share = (end - clock.now()) / static_cast<double>(kSizes.size() - i);
        std::vector<double> times;
        for (const Seconds time :
             timer.time(broadcast,
                        {.repetitions = repetitions, .tight = kTight, .warm_ups = i == 0 ? 1 : 0, .budget = share})) {
            times.push_back(time.value());
        }
        points.push_back({static_cast<double>(size), statistics::median(times)});
    }
    NativeMeasurement result;
    result.largest = Bytes(static_cast<std::int64_t>(points.back().x));
    result.largest_wanted = Bytes(kSizes.back());
    result.seconds = statistics::PiecewiseLinear(std::move(points));
    return result;
}

}  // namespace causeway::probe
