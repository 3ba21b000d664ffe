/// Which candidates are tried.
#include "causeway/planner/worth_trying.hpp"

#include "causeway/planner/hops.hpp"
#include "causeway/policy/choice.hpp"
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace causeway::planner {
namespace {

/// Of a plan over trees that take all data in one piece; 0: it is none.
int hops_over(const plan::Plan& plan, const platform::Placement& placement) {
    int most = 0;
    for (const plan::Tree& tree : plan.trees) {
        if (plan.num_blocks() > 1 || tree.shape == plan::Shape::kTwoLevel || tree.segments_per_period() > 1) {
            return 0;
        }
        most = std::max(most, std::ranges::max(hops_of(tree, placement)));
    }
    return most;
}

TEST(WorthTrying, AreTheChoiceTheLibrarysOwnAndNoMoreThanAFew) {
    for (const scheme::Operation operation : scheme::operations()) {
        for (const Bytes message : {Bytes(8), Bytes(1 << 20)}) {
            const test::Grid grid = three_sites();
            const Decision decision = decide(grid, {.operation = operation, .message = message});
            const std::vector<Candidate> tried = worth_trying(decision, grid.placement, true);
            ASSERT_FALSE(tried.empty());
            EXPECT_EQ(tried.front().plan, decision.choice().plan);
            EXPECT_LE(tried.size(), policy::kMostTried);
            EXPECT_EQ(std::count_if(tried.begin(), tried.end(), is_native), 1) << scheme::name_of(operation);
            EXPECT_EQ(std::count_if(tried.begin() + 1, tried.end(), is_native), is_native(decision.choice()) ? 0 : 1);
            const std::vector<Candidate> of_ours = worth_trying(decision, grid.placement, false);
            EXPECT_TRUE(std::none_of(of_ours.begin() + 1, of_ours.end(), is_native));
        }
    }
}

TEST(WorthTrying, OneHasTheFewestHopsOfThoseThatAreNotFarBehind) {
    int num_hedged = 0;
    for (const scheme::Operation operation :
         {scheme::Operation::kReduce, scheme::Operation::kAllreduce, scheme::Operation::kBarrier}) {
        for (const test::Grid& grid : {one_cluster(16), three_sites()}) {
            const Bytes message(operation == scheme::Operation::kBarrier ? 0 : 8);
            const Decision decision = decide(grid, {.operation = operation, .message = message, .least_gain = 0.0});
            const std::vector<Candidate> tried = worth_trying(decision, grid.placement, true);
            int fewest = 0;
            for (const Candidate& candidate : decision.ranking) {
                const int hops = hops_over(candidate.plan, grid.placement);
                const bool is_near = candidate.time <= policy::kFarBehindPrediction * decision.choice().time;
                fewest = hops > 0 && is_near && (fewest == 0 || hops < fewest) ? hops : fewest;
            }
            if (fewest == 0) {
                continue;
            }
            ++num_hedged;
            EXPECT_TRUE(std::any_of(tried.begin(), tried.end(), [&](const Candidate& one) {
                return hops_over(one.plan, grid.placement) == fewest;
            })) << scheme::name_of(operation);
            EXPECT_LE(tried.size(), policy::kMostTried);
        }
    }
    EXPECT_GT(num_hedged, 2);
}

}  // namespace
}  // namespace causeway::planner
