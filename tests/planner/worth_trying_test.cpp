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

int hops_over(const plan::Plan& plan, const platform::Placement& placement) {
    return std::ranges::max(hops_of(plan.trees.front(), placement));
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
    const test::Grid grid = one_cluster(16);
    const Decision decision =
        decide(grid, {.operation = scheme::Operation::kAllreduce, .message = Bytes(8), .least_gain = 0.0});
    const int of_choice = hops_over(decision.choice().plan, grid.placement);
    ASSERT_GT(of_choice, 1);
    int fewest = of_choice;
    for (const Candidate& candidate : decision.ranking) {
        if (!candidate.plan.trees.empty() && candidate.time <= policy::kFarBehindPrediction * decision.choice().time) {
            fewest = std::min(fewest, hops_over(candidate.plan, grid.placement));
        }
    }
    const std::vector<Candidate> tried = worth_trying(decision, grid.placement, true);
    EXPECT_TRUE(std::any_of(tried.begin(), tried.end(), [&](const Candidate& one) {
        return !one.plan.trees.empty() && hops_over(one.plan, grid.placement) == fewest;
    }));
    EXPECT_TRUE(std::is_sorted(tried.begin() + 2, tried.end(),
                               [](const Candidate& a, const Candidate& b) { return a.time < b.time; }));
}

}  // namespace
}  // namespace causeway::planner
