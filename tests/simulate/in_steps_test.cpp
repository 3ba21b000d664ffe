/// As MPI libraries do it: step by step. Small cases computed by hand.
#include "causeway/simulate/in_steps.hpp"

#include "causeway/base/error.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/simulate/simulate.hpp"

#include <gtest/gtest.h>

namespace causeway::simulate {
namespace {

using schedule::BlockSizes;
using schedule::Builder;

platform::Plogp plogp_of(double latency, double gap) {
    platform::Plogp result;
    result.latency = Seconds(latency);
    result.gap = statistics::PiecewiseLinear(gap);
    return result;
}

BlockSizes bytes(int num_blocks) {
    return {.total = Bytes(num_blocks), .block = Bytes(1)};
}

/// One cluster of so many hosts, L = 5, g = 20; messages of a byte ask before they come, or do not.
platform::Platform lan(int hosts, bool asks) {
    platform::Platform result;
    platform::Cluster cluster;
    cluster.name = "a";
    cluster.num_hosts = hosts;
    cluster.plogp = plogp_of(5.0, 20.0);
    result.clusters.push_back(cluster);
    if (asks) {
        result.handshake = {.beyond = Bytes(0), .round_trips = 1};
    }
    return result;
}

TEST(InSteps, AMessageAloneTakesWhatItTakesAnyway) {
    for (const bool asks : {false, true}) {
        const platform::Platform platform = lan(2, asks);
        const model::GridPlogp model(platform, platform::full_placement(platform));
        Builder builder(2, 1);
        builder.transfer(0, 1, {0, 1});
        const schedule::Schedule schedule = builder.finish();
        EXPECT_EQ(run_in_steps(schedule, model, bytes(1)), Seconds(asks ? 35.0 : 25.0));
        EXPECT_EQ(run_in_steps(schedule, model, bytes(1)), run(schedule, model, bytes(1)).makespan);
    }
}

TEST(InSteps, NothingToDoTakesNoTime) {
    const model::ClusterPlogp model(plogp_of(5.0, 2.0), 2);
    EXPECT_EQ(run_in_steps(Builder(2, 3).finish(), model, bytes(3)), Seconds(0.0));
}

TEST(InSteps, AStepBeginsWhenAllOfTheOneBeforeIsOver) {
    // 1 gets two blocks, one after the other, and passes on the first of them.
    Builder builder(4, 2);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(2, 1, {1, 1});
    builder.transfer(1, 3, {0, 1});
    const schedule::Schedule schedule = builder.finish();
    const model::ClusterPlogp model(plogp_of(5.0, 2.0), 4);
    EXPECT_EQ(run(schedule, model, bytes(2)).makespan, Seconds(14.0));
    EXPECT_EQ(run_in_steps(schedule, model, bytes(2)), Seconds(16.0)) << "the second block is there at 9";
}

TEST(InSteps, OrderInAProgramDoesNotMakeSteps) {
    // In 1's program the receive stands before the send, which does not need it.
    Builder builder(2, 2);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(1, 0, {1, 1});
    const model::ClusterPlogp model(plogp_of(5.0, 2.0), 2);
    EXPECT_EQ(run_in_steps(builder.finish(), model, bytes(2)), Seconds(7.0));
}

TEST(InSteps, AControlMessageEndsAStep) {
    Builder builder(2, 2);
    builder.signal(0, 1);
    builder.transfer(1, 0, {1, 1});
    const model::ClusterPlogp model(plogp_of(5.0, 2.0), 2);
    EXPECT_EQ(run_in_steps(builder.finish(), model, bytes(2)), Seconds(14.0));
}

TEST(InSteps, AReceiverAnswersWhenItHasBegunTheStep) {
    // 1 is busy with three messages at a time until 75, while 0 can send what it got from 3 from 35 on.
    Builder builder(6, 4);
    for (const int from : {2, 4, 5}) {
        builder.transfer(from, 1, {from == 2 ? 0 : from - 3, 1});
    }
    builder.transfer(3, 0, {3, 1});
    builder.transfer(0, 1, {3, 1});
    const schedule::Schedule schedule = builder.finish();
    const platform::Platform asking = lan(6, true);
    EXPECT_EQ(run_in_steps(schedule, model::GridPlogp(asking, platform::full_placement(asking)), bytes(4)),
              Seconds(105.0))
        << "asked at 35, answered at 75, 5 to the sender, 25 back";
    const platform::Platform unasked = lan(6, false);
    EXPECT_EQ(run_in_steps(schedule, model::GridPlogp(unasked, platform::full_placement(unasked)), bytes(4)),
              Seconds(85.0))
        << "behind the three, each 20";
}

TEST(InSteps, ASenderThatAsksIsFreeWhenItsDataHasLeft) {
    // 0 sends to 1 and, in a second step, what it got from 2 at the same time.
    Builder builder(4, 2);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(2, 0, {1, 1});
    builder.transfer(0, 3, {1, 1});
    const schedule::Schedule schedule = builder.finish();
    const platform::Platform asking = lan(4, true);
    EXPECT_EQ(run_in_steps(schedule, model::GridPlogp(asking, platform::full_placement(asking)), bytes(2)),
              Seconds(70.0));
}

TEST(InSteps, WhatComesEarlyDoesNotHoldUpWhatIsSentBefore) {
    // 3 has nothing to wait for; 0 sends to 1 what it got from 2, and only then looks for what 3 sends.
    Builder builder(4, 4);
    builder.transfer(2, 0, {0, 1});
    builder.transfer(0, 1, {0, 1});
    builder.transfer(3, 0, {1, 1});
    const model::ClusterPlogp model(plogp_of(5.0, 2.0), 4);
    EXPECT_EQ(run_in_steps(builder.finish(), model, bytes(4)), Seconds(14.0)) << "3's is there at 9";
}

TEST(InSteps, WhatNeverComesIsToldOf) {
    schedule::Schedule schedule;
    schedule.programs.resize(2);
    schedule.programs[1].sections.push_back(
        {.body = {{schedule::ActionKind::kReceive, 0, {0, 1}}}, .repetitions = 1, .stride = 0});
    const model::ClusterPlogp model(plogp_of(5.0, 2.0), 2);
    EXPECT_THROW(static_cast<void>(run_in_steps(schedule, model, bytes(1))), base::ScheduleError);
}

}  // namespace
}  // namespace causeway::simulate
