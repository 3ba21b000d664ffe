/// What is noted of how fast data comes in the calls of a trial, and what ranks agree on of it.
#include "causeway/calls/planned_call.hpp"
#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace causeway::calls {
namespace {

constexpr int kClusters = 4;

Way way_of(const planner::Candidate& candidate) {
    Way way;
    way.choice = candidate;
    return way;
}

/// A broadcast of 4 MiB that is tried beside the MPI library's own.
PlannedCall long_broadcast() {
    const test::Grid grid = planner::four_unequal_sites();
    const planner::Decision decision = planner::decide(grid.platform, grid.placement, planner::request(Bytes(4 << 20)));
    planner::Candidate native;
    native.plan.operation = scheme::Operation::kBroadcast;
    PlannedCall call({way_of(planner::best_of_ours(decision)), way_of(native)}, "", 1, Seconds(0.0), nullptr);
    call.learn_paces(kClusters);
    return call;
}

/// Its first round, in which no call counts.
void get_through_first_round(PlannedCall& call) {
    while (!call.trial.is_due()) {
        (void)call.begin_call();
        EXPECT_FALSE(call.shows_paces());
        call.end_call(1.0);
    }
    call.judge(std::vector<double>(call.seen.size(), 1.0));
}

/// The second one on a rank of the cluster, which gets data at these seconds for a byte.
std::vector<double> paces_seen(int cluster, std::vector<double> from_cluster_0) {
    PlannedCall call = long_broadcast();
    get_through_first_round(call);
    while (!call.trial.is_due()) {
        (void)call.begin_call();
        if (call.shows_paces() && !from_cluster_0.empty()) {
            std::vector<std::optional<SecondsPerByte>> paces(kClusters);
            paces[0] = SecondsPerByte(from_cluster_0.back());
            from_cluster_0.pop_back();
            call.note_paces(paces, cluster);
        }
        call.end_call(1.0);
    }
    return call.paces;
}

TEST(PlannedCall, RanksAgreeOnThePacesOfTheirLeastDisturbedCalls) {
    const std::vector<double> one = paces_seen(1, {3e-8, 2e-8});
    const std::vector<double> other = paces_seen(1, {6e-8, 4e-8});
    const std::vector<double> third = paces_seen(2, {5e-8});
    const PlannedCall call = long_broadcast();
    for (const bool is_sum : {false, true}) {
        std::vector<double> agreed = one;
        for (std::size_t i = 0; i < agreed.size(); ++i) {
            agreed[i] = is_sum ? (one[i] + other[i] + third[i]) / 12.0 : std::max({one[i], other[i], third[i]});
        }
        const std::vector<correction::SeenCalls> seen = call.seen_calls(agreed);
        ASSERT_EQ(seen.size(), 1U);
        ASSERT_EQ(seen.front().paces.size(), 2U);
        EXPECT_EQ(seen.front().paces[0].to, 1);
        EXPECT_NEAR(seen.front().paces[0].pace.value(), is_sum ? 3e-8 : 4e-8, 1e-12);
        EXPECT_NEAR(seen.front().paces[1].pace.value(), 5e-8, 1e-12);
    }
}

TEST(PlannedCall, PacesAreOfTheCallsThatWereJudged) {
    PlannedCall call = long_broadcast();
    get_through_first_round(call);
    call.judge(std::vector<double>(call.seen.size(), 1.0));
    const std::vector<correction::SeenCalls> seen = call.seen_calls(paces_seen(1, {3e-8, 2e-8}));
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen.front().calls, 2) << "of three in a row the first does not count";
}

TEST(PlannedCall, WhereNothingIsLearntThereIsNothingToAgreeOn) {
    PlannedCall call = long_broadcast();
    EXPECT_TRUE(call.seen_calls(call.paces).empty());
    call.paces.clear();
    EXPECT_TRUE(call.seen_calls(call.paces).empty());
    get_through_first_round(call);
    (void)call.begin_call();
    (void)call.begin_call();
    EXPECT_FALSE(call.shows_paces());
}

}  // namespace
}  // namespace causeway::calls
