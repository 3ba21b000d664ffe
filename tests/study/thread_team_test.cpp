/// Work is shared: each piece once, and what goes wrong in any thread is heard of.
#include "causeway/study/thread_team.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace causeway::study {
namespace {

TEST(ThreadTeam, DoesEveryPieceOnce) {
    for (const int threads : {1, 2, 7}) {
        for (const int pieces : {0, 1, 5, 1000}) {
            std::vector<std::atomic<int>> done(static_cast<std::size_t>(pieces));
            ThreadTeam{threads, nullptr}.share(pieces,
                                               [&](std::int64_t piece) { ++done[static_cast<std::size_t>(piece)]; });
            for (const std::atomic<int>& times : done) {
                EXPECT_EQ(times, 1);
            }
        }
    }
}

TEST(ThreadTeam, TellsHowFarItIs) {
    double last = 0.0;
    const ThreadTeam alone{1, [&](double share) {
                               EXPECT_GT(share, last);
                               last = share;
                           }};
    alone.share(4, [](std::int64_t) {});
    EXPECT_EQ(last, 1.0);
}

TEST(ThreadTeam, ThrowsOnWhatAPieceThrows) {
    for (const int threads : {1, 3}) {
        EXPECT_THROW((ThreadTeam{threads, nullptr}.share(100,
                                                         [](std::int64_t piece) {
                                                             if (piece == 17) {
                                                                 throw std::runtime_error("piece 17");
                                                             }
                                                         })),
                     std::runtime_error);
    }
}

TEST(ThreadTeam, HasAtLeastOneThread) {
    EXPECT_GE(ThreadTeam::of_this_machine(nullptr).threads, 1);
}

}  // namespace
}  // namespace causeway::study
