/// One clock for all processes.
#include "causeway/probe/clock.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>

namespace causeway::probe {
namespace {

TEST(AgreeOnClock, UsesTheKernelThatAllShare) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    EXPECT_EQ(clock.method(), SharedClock::Method::kOneKernel);
    const Seconds before = monotonic_now();
    EXPECT_LE(before, clock.now());
}

TEST(AgreeOnClock, FindsOffsetsThatKeepCauseBeforeEffect) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD, SharedClock::Method::kOffsets);
    EXPECT_EQ(clock.method(), SharedClock::Method::kOffsets);
    // All share a clock here, so the true offset is 0 and within the bounds of any ping-pong, whose
    // width is a round trip: far below this even on a busy machine.
    const Seconds error = clock.now() - monotonic_now();
    EXPECT_LT(std::abs(error.value()), 1.0);
}

TEST(AgreeOnClock, CanBeDoneAgain) {
    for (int i = 0; i < 3; ++i) {
        static_cast<void>(agree_on_clock(MPI_COMM_WORLD, SharedClock::Method::kOffsets));
    }
}

}  // namespace
}  // namespace causeway::probe
