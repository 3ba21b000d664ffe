/// Where the ways that carry most are not the nearest: both are proposed.
#include "causeway/planner/planner.hpp"
#include "causeway/several_trees/propose_trees.hpp"
#include "tests/planner/decisions.hpp"
#include "tests/several_trees/joined_pairwise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace causeway::several_trees {
namespace {

using planner::TreeProposal;

/// Between the root's cluster and the last a narrow link of 1 ms; over the two in between wide ones of 20 ms each.
test::Grid with_a_wide_way_round() {
    std::mt19937_64 random(13);
    test::Grid grid = joined_pairwise(4, random);
    for (platform::Link& link : grid.platform.links) {
        const bool is_short = link.from == 0 && link.to == 3;
        link.plogp = is_short ? test::affine_plogp(1e-3, 2e-5, 2e6) : test::affine_plogp(2e-2, 2e-5, 5e7);
    }
    return grid;
}

class NearAndWideTreesOf : public testing::TestWithParam<scheme::Operation> {};

TEST_P(NearAndWideTreesOf, AreBothProposedAndTheSizeOfTheDataDecides) {
    const test::Grid grid = with_a_wide_way_round();
    const std::vector<TreeProposal> proposals = propose_trees(grid.platform, grid.placement, GetParam(), 0);
    ASSERT_GE(proposals.size(), 2U);
    const auto has_both = [&](auto less) {
        return std::any_of(proposals.begin(), proposals.end(), [&](const TreeProposal& a) {
            return std::any_of(proposals.begin(), proposals.end(), [&](const TreeProposal& b) { return less(a, b); });
        });
    };
    EXPECT_TRUE(has_both([](const TreeProposal& near, const TreeProposal& wide) {
        return near.reach < 0.8 * wide.reach && wide.pace * Bytes(1) < 0.8 * (near.pace * Bytes(1));
    }));
    // Plans keep what is promised, of little data and of much.
    for (const Bytes all : {Bytes(64 << 10), Bytes(16 << 20)}) {
        const Bytes message =
            scheme::has_owned_blocks(GetParam()) ? Bytes(all.value() / grid.placement.num_processes()) : all;
        planner::Request request{.operation = GetParam(), .message = message, .least_gain = 0.0};
        request.trees = proposals;
        const Seconds taken = planner::decide(grid, request).choice().time;
        Seconds promised = Seconds::infinity();
        for (const TreeProposal& one : proposals) {
            promised = std::min(promised, one.time_of(message));
        }
        EXPECT_LT(taken, 1.2 * promised) << all.value();
    }
}

INSTANTIATE_TEST_SUITE_P(Operations, NearAndWideTreesOf,
                         testing::Values(scheme::Operation::kGather, scheme::Operation::kScatter,
                                         scheme::Operation::kAllgather, scheme::Operation::kReduceScatter),
                         [](const auto& entry) { return std::string(scheme::name_of(entry.param)); });

}  // namespace
}  // namespace causeway::several_trees
