/// Timing collective operations: how many samples, and the same everywhere.
#include "causeway/probe/timing.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
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
    Seconds begin;
    Seconds end;
    static_cast<void>(timer.time(
        [&] {
            begin = clock.now();
            clock.sleep_until(begin + Seconds(1e-3));
            end = clock.now();
        },
        {.repetitions = 3}));
    // Sums of moments are exact to a few nanoseconds.
    constexpr Seconds kRounding(1e-6);
    EXPECT_GT(begin, before - kRounding);
    EXPECT_GE(timer.last_end(), end - kRounding);
    EXPECT_LE(timer.last_end(), clock.now() + kRounding);
    expect_same_everywhere({before, timer.last_end()});
}

TEST(CollectiveTimer, CountsTheSlowestProcess) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    const int last = mpi::size_of(MPI_COMM_WORLD) - 1;
    const bool is_last = mpi::rank_of(MPI_COMM_WORLD) == last;
    double least = 1e9;
    const auto samples = time_collective(MPI_COMM_WORLD, clock,
                                         [&] {
                                             if (is_last) {
                                                 const Seconds begin = clock.now();
                                                 clock.sleep_until(begin + Seconds(5e-3));
                                                 least = std::min(least, (clock.now() - begin).value());
                                             }
                                         },
                                         {.repetitions = 2});
    // As long as it took there, whatever it was.
    MPI_Bcast(&least, 1, MPI_DOUBLE, last, MPI_COMM_WORLD);
    constexpr Seconds kRounding(1e-6);
    for (const Seconds sample : samples) {
        EXPECT_GE(sample, Seconds(least) - kRounding);
    }
}

}  // namespace
}  // namespace causeway::probe
