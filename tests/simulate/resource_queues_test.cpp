/// Who is served next: by hand, and in a simulation.
#include "causeway/simulate/resource_queues.hpp"

#include "causeway/simulate/simulate.hpp"

#include "last_arrivals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

namespace causeway::simulate {
namespace {

using model::Stage;
using ::testing::ElementsAre;

Stage stage_of(const std::vector<std::pair<int, double>>& holds) {
    Stage stage;
    for (const auto& [resource, duration] : holds) {
        stage.add({resource, Seconds(duration)});
    }
    return stage;
}

ResourceQueues::Holds holds_of(const Stage& stage) {
    return {stage.holds.data(), stage.num_holds};
}

/// Who begins at a release of the resource, [transfer] being what each waits for.
std::vector<std::size_t> begun(ResourceQueues& queues, const Release& release, const std::vector<Stage>& stages) {
    std::vector<std::size_t> result;
    queues.release(release.resource);
    while (const std::optional<std::size_t> next = queues.next(
               release.resource, release.time, [&](std::size_t transfer) { return holds_of(stages[transfer]); })) {
        result.push_back(*next);
    }
    return result;
}

std::vector<Release> taken_releases(ResourceQueues& queues) {
    std::vector<Release> result;
    queues.take_releases([&](const Release& one) { result.push_back(one); });
    return result;
}

TEST(ResourceQueues, OfTwoFlowsThatWaitTheOneIsNextThatWasServedLess) {
    const std::vector<Stage> stages(5, stage_of({{0, 1.0}}));
    ResourceQueues queues(1);
    ASSERT_TRUE(queues.take_at_once(holds_of(stages[0]), 0.0));
    ASSERT_FALSE(queues.take_at_once(holds_of(stages[1]), 0.0));
    for (const std::size_t transfer : {1, 2, 3}) {
        queues.wait(7, holds_of(stages[transfer]), transfer, 0.0);
    }
    queues.wait(9, holds_of(stages[4]), 4, 0.0);
    std::vector<std::size_t> order;
    for (std::vector<Release> releases = taken_releases(queues); !releases.empty(); releases = taken_releases(queues)) {
        ASSERT_EQ(releases.size(), 1U);
        EXPECT_EQ(releases.front().time, 1.0 + static_cast<double>(order.size()));
        for (const std::size_t transfer : begun(queues, releases.front(), stages)) {
            order.push_back(transfer);
        }
    }
    EXPECT_THAT(order, ElementsAre(1, 4, 2, 3));
}

TEST(ResourceQueues, WhatNeedsTwoResourcesKeepsNeitherWhileItWaitsForOne) {
    const std::vector<Stage> stages{stage_of({{0, 1.0}}), stage_of({{1, 3.0}}), stage_of({{0, 1.0}, {1, 1.0}}),
                                    stage_of({{0, 1.0}})};
    ResourceQueues queues(2);
    ASSERT_TRUE(queues.take_at_once(holds_of(stages[0]), 0.0));
    ASSERT_TRUE(queues.take_at_once(holds_of(stages[1]), 0.0));
    queues.wait(5, holds_of(stages[2]), 2, 0.0);
    queues.wait(6, holds_of(stages[3]), 3, 0.0);
    std::vector<Release> releases = taken_releases(queues);
    ASSERT_EQ(releases.size(), 1U);
    EXPECT_THAT(begun(queues, releases.front(), stages), ElementsAre(3)) << "the other one waits for resource 1 now";
    releases = taken_releases(queues);
    ASSERT_EQ(releases.size(), 1U);
    EXPECT_EQ(releases.front().resource, 1);
    EXPECT_EQ(releases.front().time, 3.0);
    EXPECT_THAT(begun(queues, releases.front(), stages), ElementsAre(2));
    EXPECT_TRUE(taken_releases(queues).empty());
}

/// All that is sent passes one gate, a second each; process 2 takes a second and a half to come there.
class OneGate final : public model::NetworkModel {
public:
    [[nodiscard]] int num_resources() const override { return kNumProcesses + 1; }
    [[nodiscard]] model::Occupation occupation(int from, int, Bytes) const override {
        model::Occupation result;
        const Seconds ahead(from == 2 ? 1.5 : 0.0);
        result.add_stage(ahead).add({from, ahead});
        result.add_stage(Seconds(1.0)).add({kNumProcesses, Seconds(1.0)});
        return result;
    }

private:
    static constexpr int kNumProcesses = 4;
};

TEST(ResourceQueues, WhoHasAllItsDataAtAGateDoesNotKeepALaterOneFromPassing) {
    schedule::Builder builder(4, 5);
    for (int block = 0; block < 4; ++block) {
        builder.transfer(0, 3, {block, 1});
    }
    builder.transfer(2, 3, {4, 1});
    const Timeline timeline = run(builder.finish(), OneGate(), {.total = Bytes(5), .block = Bytes(1)});
    EXPECT_THAT(test::last_arrivals(timeline),
                ElementsAre(Seconds(1.0), Seconds(2.0), Seconds(4.0), Seconds(5.0), Seconds(3.0)));
}

/// Into a host through two gates, a second each: what comes from process 0 passes the inner one, what comes from
/// process 1, half a second later, the outer one, and what comes from process 2 both.
class TwoGates final : public model::NetworkModel {
public:
    [[nodiscard]] int num_resources() const override { return kInner + 1; }
    [[nodiscard]] model::Occupation occupation(int from, int, Bytes) const override {
        model::Occupation result;
        result.add_stage(Seconds(from == 1 ? 0.5 : 0.0)).add({from, Seconds(0.0)});
        model::Stage& gates = result.add_stage(Seconds(1.0));
        if (from > 0) {
            gates.add({kOuter, Seconds(1.0)});
        }
        if (from != 1) {
            gates.add({kInner, Seconds(1.0)});
        }
        return result;
    }

private:
    static constexpr int kOuter = 4;
    static constexpr int kInner = 5;
};

TEST(ResourceQueues, WhoHasToPassTwoGatesIsNotKeptFromBothByThoseWhoPassOne) {
    schedule::Builder builder(4, 13);
    for (int block = 0; block < 6; ++block) {
        builder.transfer(0, 3, {block, 1});
        builder.transfer(1, 3, {6 + block, 1});
    }
    builder.transfer(2, 3, {12, 1});
    const Timeline timeline = run(builder.finish(), TwoGates(), {.total = Bytes(13), .block = Bytes(1)});
    EXPECT_EQ(test::last_arrivals(timeline).back(), Seconds(2.0));
    EXPECT_EQ(timeline.makespan, Seconds(7.0)) << "each gate has seven to let through, and is never idle before";
}

}  // namespace
}  // namespace causeway::simulate
