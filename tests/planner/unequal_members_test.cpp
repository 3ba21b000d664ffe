/// Members of a cluster that are not alike: the fast ones relay, the slow ones are leaves, and that is faster.
#include "causeway/planner/unequal_members.hpp"

#include "causeway/planner/prediction.hpp"
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace causeway::planner {
namespace {

/// Eight named hosts of 100 us and 20 ns per byte over wires of 110 MB/s, one of which is four times slower.
test::Grid one_slow_of_eight(int slow) {
    constexpr int kHosts = 8;
    test::Grid grid = one_cluster(kHosts);
    platform::Cluster& cluster = grid.platform.clusters.front();
    cluster.plogp = test::affine_plogp(2.1e-4, 1e-4, 1.0 / 2.9e-8);
    platform::Ethernet ethernet;
    for (int host = 0; host < kHosts; ++host) {
        const double factor = host == slow ? 4.0 : 1.0;
        cluster.hosts.push_back("a" + std::to_string(host));
        ethernet.hosts.push_back({Seconds(factor * 1e-4), SecondsPerByte(factor * 2e-8)});
    }
    ethernet.wire = base::SquareMatrix<SecondsPerByte>(kHosts, SecondsPerByte(9e-9));
    cluster.ethernet = ethernet;
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

const plan::Tree& best_own(const Decision& decision) {
    const auto own = std::find_if(decision.ranking.begin(), decision.ranking.end(),
                                  [](const Candidate& one) { return !is_native(one); });
    return tree_of(*own);
}

int num_sends_of(const plan::Tree& tree, const test::Grid& grid, int rank) {
    const schedule::Schedule schedule = plan::compose(tree, grid.placement);
    schedule::Cursor cursor(schedule.programs[static_cast<std::size_t>(rank)], schedule.num_blocks);
    int sends = 0;
    while (const auto operation = cursor.next()) {
        sends += operation->kind == schedule::ActionKind::kSend ? 1 : 0;
    }
    return sends;
}

TEST(UnequalMembers, SlownessIsTheMeanTimeOfAMessage) {
    const test::Grid grid = one_slow_of_eight(3);
    const model::GridPlogp model(grid.platform, grid.placement);
    std::vector<int> members(8);
    std::iota(members.begin(), members.end(), 0);
    const std::vector<Seconds> slowness = slowness_of(members, model, Bytes(1000));
    EXPECT_NEAR(slowness[3].value(), 5e-4 + 1e-4 + 9e-6, 1e-9);
    EXPECT_EQ(slowness[1], slowness[2]);
    EXPECT_LT(slowness[1], slowness[3]);
    EXPECT_FALSE(are_alike(slowness));
    EXPECT_TRUE(are_alike({slowness[0], slowness[1]}));
}

TEST(UnequalMembers, WhereMembersAreAlikeNothingChanges) {
    const test::Grid grid = one_cluster(8);
    const Request asked = request(Bytes(65536));
    const Task task(grid.platform, grid.placement, asked);
    for (const TreeCandidate& candidate : one_cluster_candidates(task)) {
        EXPECT_TRUE(candidate.tree.local.front().order.empty());
        EXPECT_EQ(candidate.basis, Basis::kClosedForm);
    }
}

TEST(UnequalMembers, EveryCandidateIsABroadcastInAnOrderThatLeavesTheRootFirst) {
    const test::Grid grid = one_slow_of_eight(2);
    for (const int root : {0, 2, 5}) {
        const Request asked = request(Bytes(20000), root);
        const Task task(grid.platform, grid.placement, asked);
        for (const TreeCandidate& candidate : one_cluster_candidates(task)) {
            std::vector<int> order = candidate.tree.local.front().order;
            if (!order.empty()) {
                EXPECT_EQ(order.front(), 0);
                std::sort(order.begin(), order.end());
                for (int i = 0; i < 8; ++i) {
                    EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
                }
            }
            const schedule::Schedule schedule = plan::compose(candidate.tree, grid.placement);
            EXPECT_NO_THROW(schedule::verify(schedule, schedule::broadcast(root)))
                << plan::describe(candidate.tree, grid.platform);
        }
    }
}

TEST(UnequalMembers, ASlowHostIsALeafAndThePlanIsFasterThanOneThatDoesNotKnowIt) {
    // Rank 0 is the root; ranks 1 to 6 relay in some of the plans that take all hosts as alike.
    double product = 1.0;
    int count = 0;
    for (const int slow : {2, 3, 4}) {
        const test::Grid grid = one_slow_of_eight(slow);
        test::Grid blind = grid;
        blind.platform.clusters.front().ethernet.reset();
        const model::GridPlogp model(grid.platform, grid.placement);
        for (std::int64_t bytes = 1024; bytes <= 1 << 20; bytes *= 4) {
            const plan::Tree knowing = best_own(decide(grid, request(Bytes(bytes))));
            const plan::Tree guessing = best_own(decide(blind, request(Bytes(bytes))));
            EXPECT_EQ(num_sends_of(knowing, grid, slow), 0) << plan::describe(knowing, grid.platform);
            const double gain =
                simulated_time(guessing, grid.placement, model) / simulated_time(knowing, grid.placement, model);
            std::printf("%7lld bytes, slow host %d: %.2f times faster: %s, not %s\n", static_cast<long long>(bytes),
                        slow, gain, plan::describe(knowing, grid.platform).c_str(),
                        plan::describe(guessing, blind.platform).c_str());
            EXPECT_GE(gain, 1.0);
            product *= gain;
            ++count;
        }
    }
    EXPECT_GE(std::pow(product, 1.0 / count), 1.15);
}

TEST(UnequalMembers, PlansAreTheSameEachTime) {
    const test::Grid grid = one_slow_of_eight(4);
    const Decision one = decide(grid, request(Bytes(1 << 18)));
    const Decision other = decide(grid, request(Bytes(1 << 18)));
    EXPECT_EQ(best_own(one), best_own(other));
}

}  // namespace
}  // namespace causeway::planner
