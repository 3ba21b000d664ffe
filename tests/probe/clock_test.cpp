/// One clock for all processes.
#include "causeway/probe/clock.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>

namespace causeway::probe {
namespace {

TEST(SharedClock, SleepsUntilTheMomentIfThatIsToCome) {
    const SharedClock clock(SharedClock::Method::kOffsets, Seconds(5.0));
    clock.sleep_until(clock.now() - Seconds(1.0));
    const Seconds moment = clock.now() + Seconds(1e-3);
    clock.sleep_until(moment);
    EXPECT_GE(clock.now(), moment);
}

TEST(AgreeOnClock, UsesTheKernelThatAllShare) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    EXPECT_EQ(clock.method(), SharedClock::Method::kOneKernel);
    const Seconds before = monotonic_now();
    EXPECT_LE(before, clock.now());
}

TEST(AgreeOnClock, FindsOffsetsThatKeepCauseBeforeEffect) {
    const Seconds before = monotonic_now();
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD, SharedClock::Method::kOffsets);
    EXPECT_EQ(clock.method(), SharedClock::Method::kOffsets);
    // All share a clock here, so the true offset is 0 and within the bounds of any ping-pong. Their width is a round
    // trip, and each of these was over before all was agreed on, however long that took.
    const Seconds error = clock.now() - monotonic_now();
    EXPECT_LE(std::abs(error.value()), (monotonic_now() - before).value());
}

TEST(AgreeOnClock, CanBeDoneAgain) {
    for (int i = 0; i < 3; ++i) {
        static_cast<void>(agree_on_clock(MPI_COMM_WORLD, SharedClock::Method::kOffsets));
    }
}

}  // namespace
}  // namespace causeway::probe
