/// How long a schedule takes, without when what happens.
#include "causeway/simulate/simulate.hpp"

#include "causeway/model/grid_plogp.hpp"

#include <gtest/gtest.h>

namespace causeway::simulate {
namespace {

TEST(Makespan, WhatTakesLongerThanTheLimitIsNotSimulatedToItsEnd) {
    schedule::Builder builder(3, 1);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(1, 2, {0, 1});
    const schedule::Schedule chain = builder.finish();
    platform::Plogp plogp;
    plogp.latency = Seconds(5.0);
    plogp.gap = statistics::PiecewiseLinear(2.0);
    const model::ClusterPlogp model(plogp, 3);
    const schedule::BlockSizes one_block{.total = Bytes(1), .block = Bytes(1)};
    EXPECT_EQ(makespan(chain, model, one_block, Seconds(14.0)), Seconds(14.0));
    EXPECT_EQ(makespan(chain, model, one_block, Seconds(13.5)), Seconds::infinity())
        << "the last message is on its way";
    EXPECT_EQ(makespan(chain, model, one_block, Seconds(6.0)), Seconds::infinity());
}

}  // namespace
}  // namespace causeway::simulate
