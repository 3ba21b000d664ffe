/// What was decided once is not planned again.
#include "causeway/planner/decided.hpp"

#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace causeway::planner {
namespace {

TEST(Decided, IsWhatWouldBeDecided) {
    test::Grid grid = four_unequal_sites();
    for (int round = 0; round < 3; ++round) {
        for (const Bytes message : {Bytes(8), Bytes(64 << 10)}) {
            for (const int root : {0, 5}) {
                const Request asked = request(message, root);
                expect_equal(decided(grid.platform, grid.placement, asked),
                             decide(grid.platform, grid.placement, asked));
            }
        }
        // Another network, and processes elsewhere on it.
        grid.platform.clusters.front().uplink_capacity = BytesPerSecond(5e6);
        std::swap(grid.placement.host_of.front(), grid.placement.host_of.back());
    }
}

TEST(Decided, OnceIsEnough) {
    test::Grid grid = four_unequal_sites();
    Request asked = request(Bytes(1 << 20));
    asked.operation = scheme::Operation::kAllgather;
    const auto seconds = [&] {
        const auto begin = std::chrono::steady_clock::now();
        (void)decided(grid.platform, grid.placement, asked);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    const double first = seconds();
    grid.platform.provenance.measured = "another day";
    const double again = std::min({seconds(), seconds(), seconds()});
    EXPECT_LT(again, 0.1 * first);
}

}  // namespace
}  // namespace causeway::planner
