/// Where messages between clusters shake hands from some size on, plans know it: blocks are shorter, whole messages
/// pay.
#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

namespace causeway::planner {
namespace {

TEST(HandshakeInPlans, BlocksAreSoShortThatTheyGoWithout) {
    test::Grid grid = four_unequal_sites();
    for (const scheme::Operation operation : scheme::operations()) {
        if (operation == scheme::Operation::kBarrier || scheme::is_among_neighbours(operation)) {
            continue;
        }
        for (const Bytes beyond : {Bytes(18 << 10), Bytes(60 << 10)}) {
            grid.platform.handshake = {.beyond = beyond, .round_trips = 2};
            for (const Candidate& candidate :
                 decide(grid, {.operation = operation, .message = Bytes(1 << 20)}).ranking) {
                const plan::Plan& plan = candidate.plan;
                // Whole messages between clusters may be cut inside them.
                const bool is_whole = !plan.trees.empty() && plan.trees.front().shape == Shape::kTwoLevel &&
                                      operation == scheme::Operation::kBroadcast;
                if (!is_native(candidate) && !is_whole && !plan.scheme->divides && plan.num_blocks() > 1) {
                    EXPECT_LE(plan.block, beyond) << plan::describe(plan, grid.platform);
                }
            }
        }
    }
}

TEST(HandshakeInPlans, WholeMessagesPayForTheirs) {
    test::Grid grid = three_sites();
    constexpr Bytes kMessage(32 << 10);
    const Seconds before = best_of_ours(decide(grid, request(kMessage))).time;
    grid.platform.handshake = {.beyond = kMessage, .round_trips = 2};
    EXPECT_EQ(best_of_ours(decide(grid, request(kMessage))).time, before);
    grid.platform.handshake = {.beyond = Bytes(18 << 10), .round_trips = 2};
    const Decision decision = decide(grid, request(kMessage));
    const Candidate& best = best_of_ours(decision);
    EXPECT_NE(tree_of(best).shape, Shape::kTwoLevel) << plan::describe(best.plan, grid.platform);
    EXPECT_LT(best.time, before + Seconds(20e-3));
    for (const Candidate& candidate : decision.ranking) {
        if (!is_native(candidate) && candidate.plan.num_blocks() == 1) {
            EXPECT_GT(candidate.time, before + Seconds(19e-3)) << "two round trips of 10 ms";
        }
    }
}

TEST(HandshakeInPlans, ABroadcastWaitsForReceiversThatAreReadyOnceToldAndNothingElseDoes) {
    test::Grid grid = three_sites();
    constexpr Bytes kMessage(32 << 10);
    const auto time_of_whole_messages = [&](scheme::Operation operation) {
        const Decision decision = decide(grid, {.operation = operation, .message = kMessage});
        const auto is_whole = [](const Candidate& c) { return !is_native(c) && c.plan.num_blocks() == 1; };
        const auto whole = std::find_if(decision.ranking.begin(), decision.ranking.end(), is_whole);
        return whole == decision.ranking.end() ? Seconds::infinity() : whole->time;
    };
    grid.platform.handshake = {.beyond = kMessage, .round_trips = 0};
    const Seconds broadcast = time_of_whole_messages(scheme::Operation::kBroadcast);
    const Seconds reduce = time_of_whole_messages(scheme::Operation::kReduce);
    grid.platform.handshake->beyond = Bytes(18 << 10);
    EXPECT_GT(time_of_whole_messages(scheme::Operation::kBroadcast), broadcast + Seconds(4.9e-3)) << "5 ms of the link";
    EXPECT_EQ(time_of_whole_messages(scheme::Operation::kReduce), reduce);
    EXPECT_LE(best_of_ours(decide(grid, request(kMessage))).plan.block, grid.platform.handshake->beyond);
}

}  // namespace
}  // namespace causeway::planner
