/// Plans for hosts that are one machine with too few processors.
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace causeway::planner {
namespace {

/// 60 us of 1 KiB, 160 of 64 KiB: what two processors take for the messages of twelve processes.
platform::Platform on_one_machine(platform::Platform platform) {
    platform.shared_gap = statistics::PiecewiseLinear({{1024.0, 60e-6}, {65536.0, 160e-6}});
    return platform;
}

TEST(OneMachine, HasLongDataCutCoarsely) {
    for (const test::Grid& grid : {three_sites(), four_unequal_sites(), two_sites_of_two_lans()}) {
        test::Grid busy = grid;
        busy.platform = on_one_machine(grid.platform);
        for (const Bytes message : {Bytes(256 << 10), Bytes(1 << 20), Bytes(4 << 20)}) {
            const Plan apart = decide(grid, request(message)).choice().plan;
            const Candidate together = decide(busy, request(message)).choice();
            ASSERT_FALSE(apart.trees.empty());
            ASSERT_FALSE(together.plan.trees.empty());
            EXPECT_GE(together.plan.trees.front().block, apart.trees.front().block) << message.value();
            const double hosts = grid.placement.num_hosts();
            const double messages = (hosts - 1.0) * static_cast<double>(message.value()) /
                                    static_cast<double>(together.plan.trees.front().block.value());
            EXPECT_GE(together.time, messages * busy.platform.shared_gap_of(together.plan.trees.front().block))
                << "every message holds the machine";
        }
    }
}

TEST(OneMachine, HasSoundPlansForEveryOperation) {
    test::Grid busy = four_unequal_sites();
    busy.platform = on_one_machine(busy.platform);
    for (const scheme::Operation operation : scheme::operations()) {
        for (const Bytes message : {Bytes(8), Bytes(64 << 10)}) {
            Request asked = request(message);
            asked.operation = operation;
            for (const Candidate& candidate : decide(busy, asked).ranking) {
                EXPECT_GE(candidate.time.value(), bound_of(busy, asked).time.value() * (1.0 - 1e-9));
                if (!is_native(candidate)) {
                    EXPECT_NO_THROW(plan::verify(candidate.plan, busy.placement))
                        << plan::describe(candidate.plan, busy.platform);
                }
            }
        }
    }
}

}  // namespace
}  // namespace causeway::planner
