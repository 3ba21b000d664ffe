/// Plans of reductions whose operands are to be combined in the order of the ranks, or the same way everywhere.
#include "causeway/schedule/verify.hpp"
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace causeway::planner {
namespace {

using scheme::Operation;

TEST(Reproducible, ReductionsCombineTheSameWayOnEveryPlatform) {
    std::vector<plan::Plan> plans;
    for (const test::Grid& grid : {three_sites(), one_cluster(9)}) {
        plans.push_back(
            decide(grid, {.operation = Operation::kAllreduce, .message = Bytes(1 << 20), .reproducible = true})
                .choice()
                .plan);
    }
    EXPECT_EQ(plans.front(), plans.back());
    EXPECT_TRUE(plans.front().is_by_rank);
}

class OrderedOperation : public testing::TestWithParam<Operation> {};

TEST_P(OrderedOperation, IsCombinedInTheOrderOfTheRanksOrLeftToTheLibrary) {
    int planned = 0;
    for (int seed = 0; seed < 12; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(700 + seed));
        const test::Grid grid = test::random_grid(random);
        const int processes = grid.placement.num_processes();
        if (processes > 20) {
            continue;
        }
        const Decision decision = decide(grid, {.operation = GetParam(),
                                                .root = seed % processes,
                                                .message = Bytes(40000),
                                                .reproducible = seed % 3 == 2,
                                                .in_rank_order = true,
                                                .least_gain = 0.0});
        for (const Candidate& candidate : decision.ranking) {
            if (candidate.plan.scheme == nullptr) {
                continue;
            }
            ++planned;
            const scheme::Layout layout = plan::layout_of(candidate.plan, grid.placement);
            const scheme::Built built = plan::compose(candidate.plan, grid.placement);
            schedule::Collective promise = scheme::promise_of(GetParam(), layout, built);
            promise.is_in_order = true;
            EXPECT_NO_THROW(verify(built.strands, promise)) << plan::describe(candidate.plan, grid.platform);
        }
    }
    EXPECT_GT(planned, 5);
}

TEST_P(OrderedOperation, IsPlannedBetweenSitesWhoseRanksFollowEachOther) {
    const Decision decision =
        decide(three_sites(), {.operation = GetParam(), .root = 4, .message = Bytes(8), .in_rank_order = true});
    EXPECT_NE(decision.choice().plan.scheme, nullptr) << decision.reason;
}

/// Three sites, neighbours by rank in different ones.
test::Grid scattered_ranks() {
    test::Grid grid = three_sites();
    std::mt19937_64 random(1);
    std::shuffle(grid.placement.host_of.begin(), grid.placement.host_of.end(), random);
    return grid;
}

TEST(Ordered, TreesOverRanksServeScatteredOnesFromAnyRoot) {
    const test::Grid grid = scattered_ranks();
    for (const Operation operation : {Operation::kReduce, Operation::kAllreduce}) {
        for (int root = 0; root < (scheme::is_rooted(operation) ? grid.placement.num_processes() : 1); ++root) {
            for (const bool reproducible : {false, true}) {
                const Decision decision = decide(grid, {.operation = operation,
                                                        .root = root,
                                                        .message = Bytes(1 << 20),
                                                        .reproducible = reproducible,
                                                        .in_rank_order = true,
                                                        .least_gain = 0.0});
                const auto planned = std::find_if(decision.ranking.begin(), decision.ranking.end(),
                                                  [](const Candidate& one) { return one.plan.scheme != nullptr; });
                ASSERT_NE(planned, decision.ranking.end()) << decision.reason;
                EXPECT_TRUE(planned->plan.is_by_rank || !reproducible);
                EXPECT_NO_THROW(plan::verify(planned->plan, grid.placement));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Collective, OrderedOperation,
                         testing::Values(Operation::kReduce, Operation::kAllreduce, Operation::kReduceScatter,
                                         Operation::kScan),
                         [](const auto& one) { return std::string(scheme::name_of(one.param)); });

}  // namespace
}  // namespace causeway::planner
