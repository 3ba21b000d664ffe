/// Small cases computed by hand. Latencies and gaps are small whole numbers, so every time is exact.
#include "causeway/simulate/simulate.hpp"

#include "causeway/base/error.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/schedule/transforms.hpp"

#include "last_arrivals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace causeway::simulate {
namespace {

using schedule::ActionKind;
using schedule::BlockSizes;
using schedule::Builder;
using schedule::Schedule;
using test::last_arrivals;
using ::testing::ElementsAre;

constexpr BlockSizes kOneBlock{.total = Bytes(1), .block = Bytes(1)};

BlockSizes blocks_of_one_byte(int num_blocks) {
    return {.total = Bytes(num_blocks), .block = Bytes(1)};
}

platform::Plogp constant_plogp(double latency, double gap) {
    platform::Plogp result;
    result.latency = Seconds(latency);
    result.gap = statistics::PiecewiseLinear(gap);
    return result;
}

TEST(Simulate, OneTransferTakesLatencyAndGap) {
    Builder builder(2, 1);
    builder.transfer(0, 1, {0, 1});
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 2);
    const Timeline timeline = run(builder.finish(), model, kOneBlock);
    EXPECT_EQ(timeline.makespan, Seconds(7.0));
    EXPECT_THAT(timeline.completion, ElementsAre(Seconds(2.0), Seconds(7.0))) << "the sender is free after the gap";
    EXPECT_THAT(last_arrivals(timeline), ElementsAre(Seconds(7.0)));
    ASSERT_EQ(timeline.transfers.size(), 1U);
    EXPECT_EQ(timeline.transfers[0].start, Seconds(0.0));
    EXPECT_EQ(timeline.transfers[0].arrival, Seconds(7.0));
}

TEST(Simulate, ARenumberedBlockIsThereWhereItIsReceived) {
    Builder builder(3, 2);
    builder.round(std::vector<schedule::Message>{{0, 1, {1, 1}, false, 0}});  // block 1 comes as block 0
    builder.transfer(1, 2, {0, 1});
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 3);
    EXPECT_EQ(run(builder.finish(), model, blocks_of_one_byte(2)).makespan, Seconds(14.0));
}

TEST(Simulate, NoTransfersTakeNoTime) {
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 1);
    const Timeline timeline = run(Builder(1, 3).finish(), model, blocks_of_one_byte(3));
    EXPECT_EQ(timeline.makespan, Seconds(0.0));
    EXPECT_TRUE(timeline.transfers.empty());
}

TEST(Simulate, ARootSendsOneGapAfterTheOther) {
    Builder builder(4, 1);
    for (int p = 1; p < 4; ++p) {
        builder.transfer(0, p, {0, 1});
    }
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 4);
    const Timeline timeline = run(builder.finish(), model, kOneBlock);
    EXPECT_THAT(timeline.completion, ElementsAre(Seconds(6.0), Seconds(7.0), Seconds(9.0), Seconds(11.0)));
}

TEST(Simulate, BlocksFollowEachOtherThroughAChain) {
    Builder builder(3, 1);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(1, 2, {0, 1});
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 3);
    const Timeline timeline = run(schedule::segment(builder.finish(), 3), model, blocks_of_one_byte(3));
    EXPECT_THAT(last_arrivals(timeline), ElementsAre(Seconds(14.0), Seconds(16.0), Seconds(18.0)));
    EXPECT_THAT(timeline.completion, ElementsAre(Seconds(6.0), Seconds(13.0), Seconds(18.0)));
}

TEST(Simulate, ASendWaitsForAllThatIsCombinedBeforeIt) {
    // 1 and 2 send to 3, which passes the sum on to 0. The second contribution is there at 9: 3's port takes them in
    // turn.
    Builder builder(4, 1);
    builder.reduce(1, 3, {0, 1});
    builder.reduce(2, 3, {0, 1});
    builder.reduce(3, 0, {0, 1});
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 4);
    const Timeline timeline = run(builder.finish(), model, kOneBlock);
    EXPECT_EQ(timeline.completion[3], Seconds(11.0));
    EXPECT_EQ(timeline.makespan, Seconds(16.0));
}

/// Process 1 gets block 0 from 0, which is busy with two others first, and block 1 from 2.
Builder two_sources() {
    Builder builder(7, 2);
    builder.transfer(0, 4, {0, 1});
    builder.transfer(0, 5, {0, 1});
    builder.transfer(0, 1, {0, 1});  // there at 4 + 7
    builder.transfer(2, 1, {1, 1});  // there at 7
    return builder;
}

Timeline run_in_one_cluster(Builder builder, int processes, int num_blocks) {
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), processes);
    return run(builder.finish(), model, blocks_of_one_byte(num_blocks));
}

TEST(Simulate, ASendThatWaitsLetsThoseToOthersPassWhereDataComesFromSeveral) {
    Builder builder = two_sources();
    builder.transfer(1, 3, {0, 1});
    builder.transfer(1, 6, {1, 1});
    const Timeline timeline = run_in_one_cluster(std::move(builder), 7, 2);
    EXPECT_EQ(timeline.completion[6], Seconds(14.0)) << "left at 7";
    EXPECT_EQ(timeline.completion[3], Seconds(18.0)) << "left at 11";
}

TEST(Simulate, SendsToOneProcessStayInOrder) {
    Builder builder = two_sources();
    builder.transfer(1, 3, {0, 1});
    builder.transfer(1, 3, {1, 1});
    const Timeline timeline = run_in_one_cluster(std::move(builder), 7, 2);
    EXPECT_EQ(timeline.completion[3], Seconds(20.0)) << "the second left at 13, though it was there at 7";
}

/// What comes over a link that is not known comes never, but in its order.
TEST(Simulate, SendsOfWhatNeverComesKeepToTheProgram) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    Builder builder(4, 1);
    builder.reduce(0, 1, {0, 1});
    builder.reduce(2, 1, {0, 1});
    builder.transfer(1, 0, {0, 1});
    builder.reduce(3, 1, {0, 1});
    builder.transfer(1, 3, {0, 1});
    const model::ClusterPlogp model(constant_plogp(kNever, 2.0), 4);
    EXPECT_EQ(run(builder.finish(), model, kOneBlock).makespan, Seconds(kNever));
}

TEST(Simulate, WhereDataComesFromOneProcessSendsStayInOrder) {
    Builder builder(4, 2);
    builder.transfer(0, 1, {0, 1});  // there at 7
    builder.transfer(0, 1, {1, 1});  // there at 9
    builder.transfer(1, 2, {1, 1});
    builder.transfer(1, 3, {0, 1});
    const Timeline timeline = run_in_one_cluster(std::move(builder), 4, 2);
    EXPECT_EQ(timeline.completion[2], Seconds(16.0)) << "left at 9";
    EXPECT_EQ(timeline.completion[3], Seconds(18.0)) << "left at 11";
}

TEST(Simulate, WhatComesBeforeItsTurnIsCombinedInTurn) {
    // 0 waits for 1, which waits for 4 and 5, and hears of 2 meanwhile: what it passes on to 2 has 1's part all the
    // same.
    Builder builder(6, 1);
    builder.reduce(5, 4, {0, 1});
    builder.reduce(4, 1, {0, 1});
    builder.exchange(0, 1, {0, 1});
    builder.exchange(2, 3, {0, 1});
    builder.exchange(0, 2, {0, 1});
    builder.exchange(0, 3, {0, 1});
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 6);
    const Timeline timeline = run(builder.finish(), model, kOneBlock);
    EXPECT_EQ(timeline.completion[2], Seconds(28.0));
    EXPECT_EQ(timeline.completion[3], Seconds(30.0));
}

TEST(Simulate, RoundsInWhichPartnersAreAheadComeToAnEnd) {
    // Recursive doubling where the later a process is in the order, the faster it is.
    for (const int processes : {4, 8, 16, 32}) {
        platform::Platform platform;
        for (int p = 0; p < processes; ++p) {
            platform.clusters.push_back({});
            platform.clusters.back().name = "c" + std::to_string(p);
            platform.clusters.back().num_hosts = 1;
            for (int q = 0; q < p; ++q) {
                platform::Link link;
                link.from = p;
                link.to = q;
                link.plogp = constant_plogp(1 << ((processes - p) % 20), 1.0);
                platform.links.push_back(link);
            }
        }
        Builder builder(processes, 1);
        for (int distance = 1; distance < processes; distance *= 2) {
            for (int p = 0; p < processes; ++p) {
                if ((p & distance) == 0) {
                    builder.exchange(p, p + distance, {0, 1});
                }
            }
        }
        const platform::Placement placement = platform::full_placement(platform);
        const model::GridPlogp model(platform, placement);
        EXPECT_LT(run(builder.finish(), model, kOneBlock).makespan, Seconds::infinity());
    }
}

TEST(Simulate, StrandsShareThePortsButNotTheOrderOfTheirSends) {
    // Two blocks up a chain of two and down again: the first comes back while the second is on its way.
    Builder up(2, 1);
    up.reduce(1, 0, {0, 1});
    Builder down(2, 1);
    down.transfer(0, 1, {0, 1});
    const schedule::Strands strands{schedule::segment(up.finish(), 2), schedule::segment(down.finish(), 2)};
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 2);
    const Timeline timeline = run(strands, model, blocks_of_one_byte(2));
    EXPECT_THAT(last_arrivals(timeline), ElementsAre(Seconds(14.0), Seconds(16.0)));
}

TEST(Simulate, ALaterStrandMayPassAnEarlierOneOnAnotherBlock) {
    // Block 0 never comes before 3 has heard of it from 2; block 1, in the second strand, is there from the beginning.
    Builder first(4, 2);
    first.transfer(2, 3, {0, 1});
    first.transfer(3, 1, {0, 1});
    Builder second(4, 2);
    second.transfer(3, 0, {1, 1});
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 4);
    const Timeline timeline = run(schedule::Strands{first.finish(), second.finish()}, model, blocks_of_one_byte(2));
    EXPECT_EQ(last_arrivals(timeline)[1], Seconds(7.0));
    EXPECT_EQ(last_arrivals(timeline)[0], Seconds(14.0));
}

TEST(Simulate, TheLastBlockMayBeShorter) {
    platform::Plogp plogp = constant_plogp(1.0, 0.0);
    plogp.gap = statistics::PiecewiseLinear({{0.0, 0.0}, {4.0, 4.0}});  // a second per byte
    Builder builder(2, 1);
    builder.transfer(0, 1, {0, 1});
    const Timeline timeline = run(schedule::segment(builder.finish(), 3), model::ClusterPlogp(plogp, 2),
                                  {.total = Bytes(10), .block = Bytes(4)});
    EXPECT_THAT(last_arrivals(timeline), ElementsAre(Seconds(5.0), Seconds(9.0), Seconds(11.0)));
}

/// 0 and 1 hold a block each from the beginning and send it to 2; 1 waits for a word from 3 first if asked.
Schedule two_into_one() {
    Schedule result;
    result.num_blocks = 2;
    result.programs = {{{{.body = {{ActionKind::kSend, 2, {0, 1}}}}}},
                       {{{.body = {{ActionKind::kSend, 2, {1, 1}}}}}},
                       {{{.body = {{ActionKind::kReceive, 0, {0, 1}}, {ActionKind::kReceive, 1, {1, 1}}}}}}};
    return result;
}

TEST(Simulate, TwoSendersIntoOneReceiverShareItsPort) {
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 3);
    const Timeline timeline = run(two_into_one(), model, blocks_of_one_byte(2));
    EXPECT_THAT(last_arrivals(timeline), ElementsAre(Seconds(7.0), Seconds(9.0))) << "a tie: the lower process first";
    EXPECT_THAT(timeline.completion, ElementsAre(Seconds(2.0), Seconds(2.0), Seconds(9.0)));
}

/// Every pair has its own time; sender and receiver are busy together for it.
class OnePort final : public model::NetworkModel {
public:
    explicit OnePort(int num_processes) : num_processes_(num_processes) {}

    [[nodiscard]] int num_resources() const override { return 2 * num_processes_; }
    [[nodiscard]] model::Occupation occupation(int from, int to, Bytes) const override {
        const Seconds time(1.0 + from);
        model::Occupation result;
        model::Stage& stage = result.add_stage(time);
        stage.add({2 * from, time});
        stage.add({2 * to + 1, time});
        return result;
    }

private:
    int num_processes_;
};

/// What goes from 0 to 1 takes 10 seconds, the other way 1.
class FastOneWay final : public model::NetworkModel {
public:
    [[nodiscard]] int num_resources() const override { return 2; }
    [[nodiscard]] model::Occupation occupation(int from, int, Bytes) const override {
        const Seconds time(from == 0 ? 10.0 : 1.0);
        model::Occupation result;
        result.add_stage(time).add({from, time});
        return result;
    }
};

TEST(Simulate, WhatComesBeforeItsCounterpartHasLeftCountsAfterThat) {
    Builder builder(2, 1);
    builder.exchange(0, 1, {0, 1});
    const Schedule three = schedule::segment(builder.finish(), 3);
    const Timeline timeline = run(three, FastOneWay(), blocks_of_one_byte(3));
    EXPECT_EQ(timeline.makespan, Seconds(30.0));
    EXPECT_EQ(timeline.transfers.size(), 6U);
}

TEST(Simulate, TheReceiversPortServesFirstComeFirst) {
    // 1 hears from 0 and passes on to 2 while 0 sends to 2 as well: 0's second message asks first.
    Builder builder(3, 2);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(0, 2, {1, 1});
    builder.transfer(1, 2, {0, 1});
    const Timeline timeline = run(builder.finish(), OnePort(3), blocks_of_one_byte(2));
    ASSERT_EQ(timeline.transfers.size(), 3U);
    EXPECT_EQ(timeline.makespan, Seconds(4.0));
    EXPECT_EQ(timeline.completion[1], Seconds(4.0)) << "its send waits from 1 to 2 for the receiver";
    EXPECT_THAT(last_arrivals(timeline), ElementsAre(Seconds(4.0), Seconds(2.0)));
    EXPECT_EQ(timeline.transfers[2].from, 1);
    EXPECT_EQ(timeline.transfers[2].start, Seconds(2.0));
}

TEST(Simulate, RecordsWhenAOneStageTransferReallyStarts) {
    // A chain in which each receiver waits for what it passes on, so that a transfer's arrival and the next
    // one's request fall together.
    Builder builder(4, 1);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(1, 2, {0, 1});
    builder.transfer(2, 3, {0, 1});
    builder.transfer(0, 3, {1, 1});
    Schedule whole = builder.finish();
    whole.num_blocks = 2;
    const Timeline timeline = run(whole, OnePort(4), blocks_of_one_byte(2));
    for (const TimedTransfer& transfer : timeline.transfers) {
        EXPECT_EQ(transfer.arrival - transfer.start, Seconds(1.0 + transfer.from)) << transfer.from;
    }
    Builder second(3, 3);
    second.transfer(0, 1, {0, 1});
    second.transfer(0, 1, {1, 1});
    second.transfer(1, 2, {0, 1});
    second.transfer(1, 2, {1, 1});
    second.transfer(0, 2, {2, 1});
    for (const TimedTransfer& transfer : run(second.finish(), OnePort(3), blocks_of_one_byte(3)).transfers) {
        EXPECT_EQ(transfer.arrival - transfer.start, Seconds(1.0 + transfer.from)) << transfer.from;
    }
}

/// Three clusters: 0 and 1 on two hosts of the first, 2 and 3 alone in theirs. Local: latency 1, gap 1;
/// between clusters: latency 10, gap 4.
platform::Platform three_clusters() {
    platform::Platform platform;
    for (const int hosts : {2, 1, 1}) {
        platform::Cluster cluster;
        cluster.name = std::to_string(platform.num_clusters());
        cluster.num_hosts = hosts;
        cluster.plogp = constant_plogp(1.0, 1.0);
        platform.clusters.push_back(cluster);
    }
    for (const auto& [from, to] : std::vector<std::pair<int, int>>{{0, 1}, {0, 2}}) {
        platform::Link link;
        link.from = from;
        link.to = to;
        link.plogp = constant_plogp(10.0, 4.0);
        platform.links.push_back(link);
    }
    return platform;
}

TEST(Simulate, TransfersOutOfOneClusterShareItsUplink) {
    const platform::Platform platform = three_clusters();
    const model::GridPlogp model(platform, platform::full_placement(platform));
    Schedule two_hosts;
    two_hosts.num_blocks = 2;
    two_hosts.programs = {{{{.body = {{ActionKind::kSend, 2, {0, 1}}}}}},
                          {{{.body = {{ActionKind::kSend, 3, {1, 1}}}}}},
                          {{{.body = {{ActionKind::kReceive, 0, {0, 1}}}}}},
                          {{{.body = {{ActionKind::kReceive, 1, {1, 1}}}}}}};
    EXPECT_THAT(last_arrivals(run(two_hosts, model, blocks_of_one_byte(2))), ElementsAre(Seconds(14.0), Seconds(18.0)));
}

TEST(Simulate, LocalTrafficDoesNotWaitForTheWideAreaNetwork) {
    const platform::Platform platform = three_clusters();
    const model::GridPlogp model(platform, platform::full_placement(platform));
    Builder builder(4, 1);
    builder.transfer(0, 2, {0, 1});
    builder.transfer(0, 1, {0, 1});
    const Timeline timeline = run(builder.finish(), model, kOneBlock);
    EXPECT_EQ(timeline.completion[2], Seconds(14.0));
    EXPECT_EQ(timeline.completion[1], Seconds(3.0)) << "the interface is free after the local gap of 1";
}

TEST(Simulate, WhatCannotBeReachedArrivesNeverButIsNoMistake) {
    platform::Platform platform = three_clusters();
    platform.links.pop_back();
    const model::GridPlogp model(platform, platform::full_placement(platform));
    Builder leaf(4, 1);
    leaf.transfer(0, 1, {0, 1});
    leaf.transfer(0, 3, {0, 1});
    const Timeline timeline = run(leaf.finish(), model, kOneBlock);
    EXPECT_EQ(timeline.makespan, Seconds::infinity());
    EXPECT_EQ(timeline.completion[1], Seconds(2.0));
    Builder inner(4, 1);
    inner.transfer(0, 3, {0, 1});
    inner.transfer(3, 1, {0, 1});
    EXPECT_EQ(run(inner.finish(), model, kOneBlock).makespan, Seconds::infinity());
}

TEST(Simulate, IncompleteSchedulesAreRefused) {
    const model::ClusterPlogp model(constant_plogp(5.0, 2.0), 3);
    Builder builder(3, 1);
    builder.transfer(0, 1, {0, 1});
    builder.transfer(1, 2, {0, 1});
    const Schedule good = builder.finish();
    EXPECT_NO_THROW((void)run(good, model, kOneBlock));
    Schedule first_send_missing = good;
    first_send_missing.programs[0].sections.clear();
    EXPECT_THROW((void)run(first_send_missing, model, kOneBlock), base::ScheduleError);
    Schedule last_send_missing = good;
    last_send_missing.programs[1].sections[0].body.pop_back();
    EXPECT_THROW((void)run(last_send_missing, model, kOneBlock), base::ScheduleError);
}

TEST(Simulate, IsDeterministicAndTransfersAreInOrderOfStart) {
    // Random trees over 17 processes, 5 blocks: the same timeline twice, to the last bit.
    std::mt19937_64 random(7);
    platform::Plogp plogp = constant_plogp(0.1, 0.0);
    plogp.gap = statistics::PiecewiseLinear({{0.0, 0.03}, {100.0, 0.7}});
    const model::ClusterPlogp model(plogp, 17);
    for (int i = 0; i < 20; ++i) {
        Builder builder(17, 1);
        for (int p = 1; p < 17; ++p) {
            builder.transfer(static_cast<int>(random() % static_cast<unsigned>(p)), p, {0, 1});
        }
        const Schedule tree = schedule::segment(builder.finish(), 5);
        const BlockSizes sizes{.total = Bytes(93), .block = Bytes(20)};
        const Timeline once = run(tree, model, sizes);
        const Timeline again = run(tree, model, sizes);
        ASSERT_EQ(once.transfers.size(), 16U * 5U);
        EXPECT_EQ(once.completion, again.completion);
        for (std::size_t t = 0; t < once.transfers.size(); ++t) {
            EXPECT_EQ(once.transfers[t].start, again.transfers[t].start);
            EXPECT_EQ(once.transfers[t].arrival, again.transfers[t].arrival);
            EXPECT_TRUE(t == 0 || once.transfers[t - 1].start <= once.transfers[t].start);
            EXPECT_LE(once.transfers[t].arrival, once.makespan);
        }
    }
}

}  // namespace
}  // namespace causeway::simulate
