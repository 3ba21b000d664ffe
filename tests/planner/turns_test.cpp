/// In which order a root serves clusters one after another.
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace causeway::planner {
namespace {

using scheme::Operation;

TEST(Scatter, ServesThoseFirstWhoAreFar) {
    const test::Grid grid = four_unequal_sites();
    const auto turns = [&](int root, Bytes message) {
        const Decision decision = decide(grid, {.operation = Operation::kScatter, .root = root, .message = message});
        const auto direct = std::ranges::find_if(decision.ranking, [](const Candidate& candidate) {
            return candidate.plan.scheme != nullptr && candidate.plan.scheme->takes_turns;
        });
        return direct != decision.ranking.end() ? direct->plan.turns : std::vector<int>();
    };
    EXPECT_EQ(turns(0, Bytes(16 << 10)), (std::vector{3, 2, 1, 0}));  // 15, 9 and 4 ms away, and its own
    EXPECT_EQ(turns(11, Bytes(1 << 10)), (std::vector{0, 1, 2, 3}));
    // Five processes behind 12 MB/s are busy with what came to them when the last part has left for d.
    EXPECT_EQ(turns(0, Bytes(1 << 20)).front(), 1);
}

}  // namespace
}  // namespace causeway::planner
