/// Timing collective operations: how many samples, and the same everywhere.
#include "causeway/probe/timing.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <vector>

namespace causeway::probe {
namespace {

void expect_same_everywhere(const std::vector<Seconds>& samples) {
    std::vector<double> mine;
    for (const Seconds sample : samples) {
        mine.push_back(sample.value());
    }
    int count = static_cast<int>(mine.size());
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    ASSERT_EQ(count, static_cast<int>(mine.size()));
    std::vector<double> theirs = mine;
    MPI_Bcast(theirs.data(), count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    EXPECT_EQ(mine, theirs);
}

class TimeCollective : public testing::TestWithParam<SharedClock::Method> {};

TEST_P(TimeCollective, TakesTheSamplesWantedAndReturnsThemEverywhere) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD, GetParam());
    int runs = 0;
    int value = 0;
    const auto samples = time_collective(MPI_COMM_WORLD, clock,
                                         [&] {
                                             ++runs;
                                             PMPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
                                         },
                                         {.repetitions = 4, .warm_ups = 2});
    EXPECT_EQ(samples.size(), 4U);
    EXPECT_GE(runs, 6);
    expect_same_everywhere(samples);
}

INSTANTIATE_TEST_SUITE_P(WithEveryClock, TimeCollective,
                         testing::Values(SharedClock::Method::kOneKernel, SharedClock::Method::kOffsets));

TEST(CollectiveTimer, StopsWithOneSampleWhenTheBudgetIsUsed) {
    CollectiveTimer timer(MPI_COMM_WORLD, agree_on_clock(MPI_COMM_WORLD));
    const auto samples = timer.time([] {}, {.repetitions = 5, .warm_ups = 0, .budget = Seconds(0.0)});
    EXPECT_EQ(samples.size(), 1U);
    expect_same_everywhere(samples);
}

TEST(CollectiveTimer, StopsWhenSamplesAgree) {
    CollectiveTimer timer(MPI_COMM_WORLD, agree_on_clock(MPI_COMM_WORLD));
    constexpr double kAnythingAgrees = 1e9;
    const auto samples = timer.time([] {}, {.repetitions = 50, .tight = kAnythingAgrees, .warm_ups = 0});
    EXPECT_EQ(samples.size(), 2U);
    expect_same_everywhere(samples);
}

TEST(CollectiveTimer, TellsEverywhereWhenTheLastRunWasOver) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    CollectiveTimer timer(MPI_COMM_WORLD, clock);
    const Seconds before = timer.last_end();
    constexpr int kRuns = 3;
    constexpr Seconds kWork(2e-3);
    static_cast<void>(timer.time([&] { clock.sleep_until(clock.now() + kWork); }, {.repetitions = kRuns}));
    EXPECT_GE(timer.last_end() - before, kRuns * kWork);
    EXPECT_LT(timer.last_end(), clock.now() + kWork);
    expect_same_everywhere({before, timer.last_end()});
}

TEST(CollectiveTimer, CountsTheSlowestProcess) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    const bool is_last = mpi::rank_of(MPI_COMM_WORLD) == mpi::size_of(MPI_COMM_WORLD) - 1;
    constexpr Seconds kWork(5e-3);
    const auto samples = time_collective(MPI_COMM_WORLD, clock,
                                         [&] {
                                             if (is_last) {
                                                 clock.sleep_until(clock.now() + kWork);
                                             }
                                         },
                                         {.repetitions = 2});
    for (const Seconds sample : samples) {
        EXPECT_GE(sample, kWork);
    }
}

}  // namespace
}  // namespace causeway::probe
