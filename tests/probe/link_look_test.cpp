/// Two processes look at their link, whatever is believed of it, and both end.
#include "causeway/probe/link_look.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <optional>

namespace causeway::probe {
namespace {

void expect_pace(const discovery::Pace& pace) {
    EXPECT_GT(pace.gap, Seconds(0.0));
    EXPECT_LE(pace.low, pace.gap);
    EXPECT_GE(pace.high, pace.gap);
    EXPECT_LT(pace.gap, Seconds(50e-3)) << "of 16 KiB inside a host";
}

/// Ranks 0 and 1, 2 and 3, ... at the same time; the odd one out has nothing to do.
template <typename Look>
void in_pairs(Look look) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const int peer = rank ^ 1;
    if (peer < mpi::size_of(MPI_COMM_WORLD)) {
        look(peer, rank < peer);
    }
}

TEST(LookAtPace, EndsWhateverIsBelieved) {
    // Nothing; what is about right; ten times slower, and a thousand times faster than it is.
    for (const std::optional<Seconds> gap : {std::optional<Seconds>(), std::optional(Seconds(20e-6)),
                                             std::optional(Seconds(1e-3)), std::optional(Seconds(1e-8))}) {
        for (const Seconds round_trip : {Seconds(1e-6), Seconds(5e-3)}) {
            in_pairs([&](int peer, bool goes_first) {
                expect_pace(look_at_pace(MPI_COMM_WORLD, peer, goes_first,
                                         {.round_trip = round_trip, .size = Bytes(16384), .gap = gap}));
            });
        }
    }
}

TEST(LookAtLink, SeesTheRoundTripToo) {
    in_pairs([](int peer, bool goes_first) {
        const Arrival seen = look_at_link(MPI_COMM_WORLD, peer, goes_first,
                                          {.round_trip = Seconds(1e-4), .size = Bytes(4096), .gap = Seconds(1e-4)});
        EXPECT_GT(seen.round_trip, Seconds(0.0));
        EXPECT_LT(seen.round_trip, Seconds(1.0));
        expect_pace(seen.pace);
    });
}

}  // namespace
}  // namespace causeway::probe
